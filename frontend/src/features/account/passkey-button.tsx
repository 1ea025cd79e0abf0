import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type ApiError, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { suspensionIn, useEnter } from './api.ts';
import type { Credential } from './passkey-sign-in.ts';

const load = () => loadChunk(() => import('./passkey-sign-in.ts'));

/** A passkey challenge is valid for five minutes: the one of the email field is renewed before that. */
const RENEW_MS = 4 * 60_000;

/** Whether this browser supports passkeys. True at build time; public/theme.js corrects it. */
export const canUsePasskeys = (): boolean =>
  typeof window === 'undefined' || typeof window.PublicKeyCredential === 'function';

export const isCancelledByUser = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Signs in without a password; where the browser can, its passkeys are also offered in the email field. */
export function PasskeyButton({ onSuspended }: { onSuspended: (refusal: ApiError | null) => void }) {
  const { t } = useTexts();
  const enter = useEnter();
  // A request by the button ends the one in the email field, whatever its outcome.
  const [round, setRound] = useState(0);
  const signIn = useMutation({
    mutationFn: async (offered?: Credential) => {
      const { requestPasskey, signInBy } = await load();
      return signInBy(offered ?? (await requestPasskey({ autofill: false })));
    },
    onMutate: () => onSuspended(null),
    onSuccess: enter,
    onError: (error, offered) => {
      onSuspended(suspensionIn(error));
      if (!offered) setRound((before) => before + 1);
    },
  });
  const isBusy = useEffectEvent(() => signIn.isPending);
  const enterBy = useEffectEvent((credential: Credential) => signIn.mutate(credential));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round renews the request
  useEffect(() => {
    if (!canUsePasskeys()) return;
    let stop: (() => void) | undefined;
    let isCancelled = false;
    const isWanted = () => !isCancelled && !isBusy();
    const offer = async () => {
      const { requestPasskey, canOfferPasskeys, stopPasskeyAutofill } = await load();
      if (!isWanted() || !(await canOfferPasskeys()) || !isWanted()) return;
      stop = stopPasskeyAutofill;
      const credential = await requestPasskey({ autofill: true, isWanted });
      if (!isCancelled) enterBy(credential);
    };
    // Failures are ignored: the person has not requested anything yet; the button reports that passkeys are
    // unavailable.
    const start = () => void offer().catch(() => undefined);
    // After the first view.
    const first = setTimeout(start, 1_000);
    const renewal = setInterval(start, RENEW_MS);
    return () => {
      isCancelled = true;
      clearTimeout(first);
      clearInterval(renewal);
      stop?.();
    };
  }, [round]);

  if (!canUsePasskeys()) return null;
  return (
    <>
      <Button wide icon={<KeyRound />} loading={signIn.isPending} onClick={() => signIn.mutate(undefined)}>
        {t('account.withPasskey')}
      </Button>
      <FormError>
        {signIn.isError &&
          !isCancelledByUser(signIn.error) &&
          !suspensionIn(signIn.error) &&
          messageOf(signIn.error, t('account.passkeyFailed'))}
      </FormError>
    </>
  );
}
