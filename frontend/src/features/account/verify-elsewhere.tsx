import { CheckCircle2, LogIn } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSignUpOpen } from '../../lib/sign-up.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog-panel.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Notice } from './notice.tsx';
import { OtherSessionNote } from './other-session-note.tsx';
import { useDisown } from './recovery-api.ts';
import { useSignInFor } from './use-sign-in-for.ts';

interface ElsewhereProps {
  token: string;
  /** The address of the link's account, and whether an administrator has set it. */
  details: readonly { path: string; message: string }[];
}

/**
 * A verification link opened in a browser without a session of its account. The recipient signs in to the account, or
 * disowns it unless an administrator has set the address.
 */
export function Elsewhere({ token, details }: ElsewhereProps) {
  const { t } = useTexts('recovery');
  const email = details.find(({ path }) => path === 'email')?.message ?? '';
  const setByAdmin = details.some(({ path }) => path === 'setByAdmin');
  const disown = useDisown(token);
  const [asks, setAsks] = useState(false);
  const canSignUp = useSignUpOpen();
  const signIn = useSignInFor(`${paths.verifyEmail}?token=${encodeURIComponent(token)}`);

  if (disown.isSuccess)
    return (
      <Notice
        icon={<CheckCircle2 />}
        title={t('recovery.disowned')}
        text={t('recovery.disownedText', { email })}
        takesFocus
      >
        <ButtonLink to={canSignUp ? paths.register : paths.hominini} variant="primary" size="lg" wide>
          {t(canSignUp ? 'account.register' : 'account.lookAround')}
        </ButtonLink>
      </Notice>
    );
  return (
    <Notice
      icon={<LogIn />}
      title={t('recovery.whoseTitle')}
      text={t(setByAdmin ? 'recovery.whoseByAdminText' : 'recovery.whoseText', { email })}
      takesFocus
    >
      <div className="grid gap-3">
        <OtherSessionNote />
        <Button variant="primary" size="lg" wide onClick={signIn}>
          {t('recovery.whoseMine')}
        </Button>
        {!setByAdmin && (
          <Button size="lg" wide onClick={() => setAsks(true)}>
            {t('recovery.whoseNotMine')}
          </Button>
        )}
      </div>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('recovery.disownTitle')}
        text={t('recovery.disownText', { email })}
        actions={
          <>
            <Button variant="ghost" onClick={() => setAsks(false)}>
              {t('ui.cancel')}
            </Button>
            <Button variant="danger" loading={disown.isPending} onClick={() => disown.mutate()}>
              {t('recovery.disown')}
            </Button>
          </>
        }
      >
        <FormError>{disown.isError && messageOf(disown.error, t('ui.error'))}</FormError>
      </Dialog>
    </Notice>
  );
}
