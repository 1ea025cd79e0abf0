import { useQueryClient } from '@tanstack/react-query';
import { LogIn, MailCheck, MailX, Undo2 } from 'lucide-react';
import { ApiError, http, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { useMutation } from '../../lib/mutation.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { sharedCall } from '../../lib/shared-call.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { OtherSessionNote } from './other-session-note.tsx';
import type { LinkUse } from './recovery-api.ts';
import { useLinkToken } from './use-link-token.ts';
import { useSignInFor } from './use-sign-in-for.ts';

const confirmEmail = sharedCall(({ token, idempotencyKey }: LinkUse) =>
  http.post('/auth/email/confirm', { body: { token }, idempotencyKey }),
);
const undoEmail = sharedCall(({ token, idempotencyKey }: LinkUse) =>
  http.post('/auth/email/undo', { body: { token }, anonymous: true, idempotencyKey }),
);

/** Whether the server has refused the link itself, so that the same request cannot succeed later. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** `/confirm-email?token=`, from the mail to a new address: needs one tap, so that link scanners do not use it up. */
export function ConfirmEmailPage() {
  const { t } = useTexts('account');
  const client = useQueryClient();
  const token = useLinkToken();
  const keys = useIdempotencyKeys();
  const confirm = useMutation({
    mutationFn: () => confirmEmail({ token, idempotencyKey: keys.keyFor(token) }),
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
            <ButtonLink variant="primary" replace to={session.get().token ? paths.account : paths.login}>
              {t('security.goOn')}
            </ButtonLink>
          }
        />
      ) : confirm.isError ? (
        <ConfirmFailed error={confirm.error} token={token} onRetry={() => confirm.mutate()} />
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

function ConfirmFailed({ error, token, onRetry }: { error: Error; token: string; onRetry: () => void }) {
  const { t } = useTexts('account');
  const signIn = useSignInFor(`${paths.confirmEmail}?token=${encodeURIComponent(token)}`);
  if (!isRefused(error)) return <ErrorState error={error} onRetry={onRetry} />;
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
  const keys = useIdempotencyKeys();
  const undo = useMutation({ mutationFn: () => undoEmail({ token, idempotencyKey: keys.keyFor(token) }) });
  return (
    <Page title={t('security.undoEmailTitle')} width="reading">
      {undo.isSuccess ? (
        <EmptyState
          icon={<MailCheck />}
          title={t('security.emailUndone', { email: undo.data.email })}
          text={t('security.emailUndoneText')}
          action={
            <ButtonLink variant="primary" replace to={paths.forgotPassword}>
              {t('security.chooseNewPassword')}
            </ButtonLink>
          }
        />
      ) : undo.isError && !isRefused(undo.error) ? (
        <ErrorState error={undo.error} onRetry={() => undo.mutate()} />
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
