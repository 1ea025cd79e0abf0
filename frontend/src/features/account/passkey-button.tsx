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

/** What a passkey is to sign is good for five minutes: what the e-mail field offers is made anew before that. */
const RENEW_MS = 4 * 60_000;

/** Whether this browser knows passkeys at all. At build time it is taken for granted: public/theme.js knows better. */
export const canUsePasskeys = (): boolean =>
  typeof window === 'undefined' || typeof window.PublicKeyCredential === 'function';

export const changedTheirMind = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Signs in without a password; where the browser can, its passkeys are offered in the e-mail field, too. */
export function PasskeyButton({ onSuspended }: { onSuspended: (refusal: ApiError | null) => void }) {
  const { t } = useTexts();
  const enter = useEnter();
  // Asking by the button ends the offer in the e-mail field, whatever comes of it.
  const [round, setRound] = useState(0);
  const signIn = useMutation({
    mutationFn: async (offered?: Credential) => {
      const { askForPasskey, signInBy } = await load();
      return signInBy(offered ?? (await askForPasskey({ autofill: false })));
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round offers them anew
  useEffect(() => {
    if (!canUsePasskeys()) return;
    let stop: (() => void) | undefined;
    let gone = false;
    const offer = async () => {
      const { askForPasskey, canOfferPasskeys, stopPasskeyAutofill } = await load();
      if (gone || isBusy() || !(await canOfferPasskeys())) return;
      stop = stopPasskeyAutofill;
      const credential = await askForPasskey({ autofill: true });
      if (!gone) enterBy(credential);
    };
    // Nobody has asked for anything yet: whoever wants to be told that none can be offered uses the button.
    const start = () => void offer().catch(() => undefined);
    // After the first view.
    const first = setTimeout(start, 1_000);
    const renewal = setInterval(start, RENEW_MS);
    return () => {
      gone = true;
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
          !changedTheirMind(signIn.error) &&
          !suspensionIn(signIn.error) &&
          messageOf(signIn.error, t('account.passkeyFailed'))}
      </FormError>
    </>
  );
}
