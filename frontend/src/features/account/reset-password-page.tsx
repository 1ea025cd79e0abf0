import { passwordMax, passwordMin } from '@limits/identity';
import { CheckCircle2, Link2Off } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { PasswordInput } from './form-parts.tsx';
import { Notice } from './notice.tsx';
import { useResetPassword } from './recovery-api.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const isDead = (error: unknown): boolean => error instanceof ApiError && error.code === 'link_expired';

/** `/reset-password?token=`: the target of a mailed link. The token stays in the address until it is used. */
export function ResetPasswordPage() {
  const { t } = useTexts('recovery');
  const [query, setQuery] = useSearchParams();
  const token = query.get('token') ?? '';
  const reset = useResetPassword();
  const { user } = useSession();
  const dead = (token === '' && !reset.isSuccess) || isDead(reset.error);

  return (
    <SignInFrame title={t('recovery.resetTitle')} lead={t('recovery.resetText')} forMembers>
      {reset.isSuccess && (
        <Notice icon={<CheckCircle2 />} title={t('recovery.resetDone')} text={t('recovery.resetDoneText')} takesFocus>
          {/* Still signed in: to another account than that of the link. */}
          <ButtonLink to={user ? paths.home : paths.login} replace variant="primary" size="lg" wide>
            {user ? t('recovery.goOn') : t('account.login')}
          </ButtonLink>
        </Notice>
      )}
      {dead && (
        <Notice icon={<Link2Off />} title={t('recovery.linkDead')} text={t('recovery.linkDeadText')} takesFocus>
          <ButtonLink to={paths.forgotPassword} variant="primary" size="lg" wide>
            {t('recovery.askAnother')}
          </ButtonLink>
        </Notice>
      )}
      {!dead && !reset.isSuccess && (
        <PasswordForm
          pending={reset.isPending}
          error={reset.isError ? messageOf(reset.error, t('ui.error')) : null}
          onSet={(password) =>
            reset.mutate({ token, password }, { onScreen: { onSuccess: () => setQuery({}, { replace: true }) } })
          }
        />
      )}
      <BackToLogin />
    </SignInFrame>
  );
}

interface PasswordFormProps {
  pending: boolean;
  error: string | null;
  onSet: (password: string) => void;
}

function PasswordForm({ pending, error, onSet }: PasswordFormProps) {
  const { t } = useTexts('recovery');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  return (
    <form noValidate onSubmit={handleSubmit(({ password }) => onSet(password))} className="grid gap-5">
      <PasswordInput
        {...register('password', {
          required: t('account.passwordRequired'),
          minLength: { value: passwordMin, message: t('account.passwordShort', { min: passwordMin }) },
          maxLength: { value: passwordMax, message: t('recovery.passwordLong', { max: passwordMax }) },
        })}
        autoComplete="new-password"
        hint={t('account.passwordHint', { min: passwordMin })}
        error={formState.errors.password?.message}
      />
      <FormError>{error}</FormError>
      <Button type="submit" variant="primary" size="lg" wide loading={pending}>
        {t('recovery.setPassword')}
      </Button>
    </form>
  );
}
