import { CheckCircle2, Link2Off, MailCheck } from 'lucide-react';
import { ApiError } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { EmailInput, useAddressRules } from './form-parts.tsx';
import { Notice } from './notice.tsx';
import { useResendVerification, useVerifyEmail } from './recovery-api.ts';
import { ResendButton } from './resend-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useLinkToken } from './use-link-token.ts';
import { Elsewhere } from './verify-elsewhere.tsx';

/** `/verify-email?token=`, from the mail of a registration: needs one tap, so that link scanners do not use it up. */
export function VerifyEmailPage() {
  const { t } = useTexts('recovery');
  const token = useLinkToken();
  const { user } = useSession();
  const verify = useVerifyEmail(token);
  const { error } = verify;
  const refusal = error instanceof ApiError && error.code === 'verification_sign_in' ? error : null;
  const used = token === '' || (error instanceof ApiError && error.code === 'link_expired');
  // Links are opened twice: a verified address stays verified. A link that still works may be that of another account.
  const done = verify.isSuccess || (used && user?.emailVerified === true);
  const dead = used && !done;

  return (
    <SignInFrame title={t('recovery.verifyTitle')} lead={t('recovery.verifyText')} forMembers>
      {done && (
        <Notice icon={<CheckCircle2 />} title={t('recovery.verified')} text={t('recovery.verifiedText')} takesFocus>
          <ButtonLink to={user ? paths.home : paths.login} replace variant="primary" size="lg" wide>
            {user ? t('recovery.goOn') : t('account.login')}
          </ButtonLink>
        </Notice>
      )}
      {dead && <Expired email={user?.email ?? null} />}
      {!done && refusal && <Elsewhere token={token} details={refusal.details} />}
      {!done &&
        !dead &&
        !refusal &&
        (error ? (
          <ErrorState error={error} onRetry={() => verify.mutate()} />
        ) : (
          <Notice icon={<MailCheck />} title={t('recovery.verifyAsk')} text={t('recovery.verifyAskText')}>
            <Button variant="primary" size="lg" wide loading={verify.isPending} onClick={() => verify.mutate()}>
              {t('recovery.verify')}
            </Button>
          </Notice>
        ))}
    </SignInFrame>
  );
}

/** A new link: to the user's own address when signed in, else to the typed one. */
function Expired({ email }: { email: string | null }) {
  const { t } = useTexts('recovery');
  const resend = useResendVerification();
  const { register, formState, trigger, getValues } = useForm({ defaultValues: { email: '' } });
  const addressRules = useAddressRules();

  const sendToTyped = async () => {
    if (!(await trigger('email', { shouldFocus: true }))) return false;
    return resend.mutateAsync(getValues('email').trim());
  };
  return (
    <Notice
      icon={<Link2Off />}
      title={t('recovery.linkDead')}
      text={email ? t('recovery.verifyAgainText', { email }) : t('recovery.verifyAgainTyped')}
      takesFocus
    >
      {email === null && <EmailInput {...register('email', addressRules)} error={formState.errors.email?.message} />}
      <ResendButton variant="primary" onSend={() => (email ? resend.mutateAsync(undefined) : sendToTyped())} />
    </Notice>
  );
}
