import { useQueryClient } from '@tanstack/react-query';
import { LogIn, MailCheck, MailX, Undo2 } from 'lucide-react';
import { ApiError, http, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useMutation } from '../../lib/mutation.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { sharedCall } from '../../lib/shared-call.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { OtherSessionNote } from './other-session-note.tsx';
import { useLinkToken } from './use-link-token.ts';
import { useSignInFor } from './use-sign-in-for.ts';

const confirmEmail = sharedCall((token: string) => http.post('/auth/email/confirm', { body: { token } }));
const undoEmail = sharedCall((token: string) => http.post('/auth/email/undo', { body: { token }, anonymous: true }));

/** `/confirm-email?token=`, from the mail to a new address: needs one tap, so that link scanners do not use it up. */
export function ConfirmEmailPage() {
  const { t } = useTexts('account');
  const client = useQueryClient();
  const token = useLinkToken();
  const confirm = useMutation({
    mutationFn: () => confirmEmail(token),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.me });
      void client.invalidateQueries({ queryKey: queryKeys.security.all });
    },
  });
  return (
    <Page title={t('security.confirmEmailTitle')} width="reading">
      {confirm.isSuccess ? (
        <EmptyState
          icon={<MailCheck />}
          title={t('security.emailConfirmed')}
          text={t('security.emailConfirmedText')}
          action={
            <ButtonLink variant="primary" to={session.get().token ? paths.account : paths.login}>
              {t('security.goOn')}
            </ButtonLink>
          }
        />
      ) : confirm.isError ? (
        <ConfirmFailed error={confirm.error} token={token} />
      ) : (
        <EmptyState
          icon={<MailCheck />}
          title={t('security.confirmEmailAsk')}
          text={t('security.confirmEmailText')}
          action={
            <Button variant="primary" loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t('security.confirmEmail')}
            </Button>
          }
        />
      )}
    </Page>
  );
}

function ConfirmFailed({ error, token }: { error: Error; token: string }) {
  const { t } = useTexts('account');
  const signIn = useSignInFor(`${paths.confirmEmail}?token=${encodeURIComponent(token)}`);
  if (!(error instanceof ApiError && error.code === 'verification_sign_in'))
    return <EmptyState icon={<MailX />} title={messageOf(error, t('ui.failed'))} text={t('security.linkFailedText')} />;
  return (
    <EmptyState
      icon={<LogIn />}
      title={t('security.confirmElsewhere')}
      text={t('security.confirmElsewhereText')}
      action={
        <>
          <OtherSessionNote />
          <Button variant="primary" onClick={signIn}>
            {t('account.login')}
          </Button>
        </>
      }
    />
  );
}

/** `/undo-email?token=`, from the mail to the address before a change. */
export function UndoEmailPage() {
  const { t } = useTexts('account');
  const token = useLinkToken();
  const undo = useMutation({ mutationFn: () => undoEmail(token) });
  return (
    <Page title={t('security.undoEmailTitle')} width="reading">
      {undo.isSuccess ? (
        <EmptyState
          icon={<MailCheck />}
          title={t('security.emailUndone', { email: undo.data.email })}
          text={t('security.emailUndoneText')}
          action={
            <ButtonLink variant="primary" to={paths.forgotPassword}>
              {t('security.chooseNewPassword')}
            </ButtonLink>
          }
        />
      ) : undo.isError ? (
        <EmptyState
          icon={<MailX />}
          title={messageOf(undo.error, t('ui.failed'))}
          text={t('security.linkFailedText')}
        />
      ) : (
        <EmptyState
          icon={<Undo2 />}
          title={t('security.undoEmailAsk')}
          text={t('security.undoEmailText')}
          action={
            <Button variant="primary" loading={undo.isPending} onClick={() => undo.mutate()}>
              {t('security.undoEmail')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
