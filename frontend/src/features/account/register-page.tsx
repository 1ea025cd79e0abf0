import { minimumAge, passwordMin } from '@limits/identity';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { siteQuery } from '../../lib/shared-queries.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextLink } from '../../ui/link.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { type Registration, useSignIn } from './api.ts';
import { EmailInput, GoogleLink, OrLine, PasswordInput, useAddressRules } from './form-parts.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

interface RegistrationForm extends Registration {
  terms: boolean;
}

export function RegisterPage() {
  const { t } = useTexts();
  const { data: site } = useQuery(siteQuery);
  const signUp = useSignIn('register');
  const form = useForm<RegistrationForm>({ defaultValues: { email: '', password: '', terms: false } });
  const addressRules = useAddressRules();
  const { register, handleSubmit, watch } = form;
  const { errors } = form.formState;
  const showTerms = () => void form.trigger('terms', { shouldFocus: true });

  if (site?.disableSignup) return <SignUpClosed />;

  return (
    <SignInFrame title={t('account.registerTitle')} lead={t('account.registerText')}>
      <form noValidate onSubmit={handleSubmit((values) => signUp.mutate(values))} className="grid gap-5">
        <EmailInput {...register('email', addressRules)} error={errors.email?.message} />
        <PasswordInput
          {...register('password', {
            required: t('account.passwordRequired'),
            minLength: { value: passwordMin, message: t('account.passwordShort', { min: passwordMin }) },
          })}
          autoComplete="new-password"
          hint={t('account.passwordHint', { min: passwordMin })}
          error={errors.password?.message}
        />
        <div className="grid gap-3">
          <Checkbox
            {...register('terms', { required: t('account.termsRequired') })}
            label={
              <RichText text={t('account.terms')} elements={{ terms: <TextLink to={paths.terms} target="_blank" /> }} />
            }
            error={errors.terms?.message}
          />
          <p className="text-caption text-fg-faint">{t('account.age', { min: minimumAge })}</p>
        </div>
        <FormError>{signUp.isError && messageOf(signUp.error, t('ui.error'))}</FormError>
        <Button type="submit" variant="primary" size="lg" wide loading={signUp.isPending}>
          {t('account.register')}
        </Button>
      </form>
      {/* As high as with the link to Google, which is known late: only the last line moves. */}
      <div className="-mt-3 grid min-h-36 content-start gap-8">
        {site?.googleEnabled && (
          <div className="grid gap-5">
            <OrLine />
            <GoogleLink onRefused={!watch('terms') && showTerms}>{t('account.registerWithGoogle')}</GoogleLink>
          </div>
        )}
        <footer className="text-fg-muted text-small first:mt-3">
          <p>
            {t('account.hasAccount')} <TextLink to={paths.login}>{t('account.login')}</TextLink>
          </p>
        </footer>
      </div>
    </SignInFrame>
  );
}

/** While sign-up is disabled: users sign in, visitors may look around. */
function SignUpClosed() {
  const { t } = useTexts();
  return (
    <SignInFrame title={t('account.registerTitle')} lead={t('account.signupDisabled')}>
      <ButtonLink to={paths.login} variant="primary" size="lg" wide>
        {t('account.login')}
      </ButtonLink>
      <footer className="text-fg-muted text-small">
        <TextLink to={paths.hominini} className="inline-block py-1">
          {t('account.lookAround')}
        </TextLink>
      </footer>
    </SignInFrame>
  );
}
