import { MailCheck } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { rememberPathAcrossTabs } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { EmailInput, useAddressRules } from './form-parts.tsx';
import { Notice } from './notice.tsx';
import { useForgotPassword } from './recovery-api.ts';
import { ResendButton } from './resend-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/**
 * `/forgot-password`: requests a mail with a link, to the address typed at the login if any. The message is the same
 * whether the address is registered or not.
 */
export function ForgotPasswordPage() {
  const { t } = useTexts('recovery');
  const forgot = useForgotPassword();
  const sentTo = forgot.isSuccess ? forgot.variables : null;

  return (
    <SignInFrame title={t('recovery.forgotTitle')} lead={t('recovery.forgotText')} forMembers>
      {sentTo === null ? (
        <AddressForm
          pending={forgot.isPending}
          error={forgot.isError ? messageOf(forgot.error, t('ui.error')) : null}
          onSend={(email) => {
            rememberPathAcrossTabs();
            forgot.mutate(email);
          }}
        />
      ) : (
        <Notice
          icon={<MailCheck />}
          title={t('recovery.forgotSent')}
          text={t('recovery.forgotSentText', { email: sentTo })}
          takesFocus
        >
          <ResendButton again startPaused onSend={() => forgot.mutateAsync(sentTo)} />
        </Notice>
      )}
      <BackToLogin />
    </SignInFrame>
  );
}

interface AddressFormProps {
  pending: boolean;
  error: string | null;
  onSend: (email: string) => void;
}

function AddressForm({ pending, error, onSend }: AddressFormProps) {
  const { t } = useTexts('recovery');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: useTypedEmail() } });
  const addressRules = useAddressRules();
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => onSend(email.trim()))} className="grid gap-5">
      <EmailInput {...register('email', addressRules)} error={formState.errors.email?.message} />
      <FormError>{error}</FormError>
      <Button type="submit" variant="primary" size="lg" wide loading={pending}>
        {t('recovery.sendLink')}
      </Button>
    </form>
  );
}

/** The address typed at the login; empty when the page was opened in another way. */
function useTypedEmail(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
