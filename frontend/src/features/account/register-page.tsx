import { minimumAge, passwordMin } from '@limits/identity';
import { useQuery } from '@tanstack/react-query';
import { addressPattern } from '../../lib/address-pattern.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { siteQuery } from '../../lib/shared-queries.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { TextLink } from '../../ui/link.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { type Registration, useSignIn } from './api.ts';
import { GoogleLink, OrLine, PasswordInput } from './form-parts.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

interface RegistrationForm extends Registration {
  terms: boolean;
}

export function RegisterPage() {
  const { t } = useTexts();
  const { data: site } = useQuery(siteQuery);
  const signUp = useSignIn('register');
  const form = useForm<RegistrationForm>({ defaultValues: { email: '', password: '', terms: false } });
  const { register, handleSubmit, watch } = form;
  const { errors } = form.formState;

  return (
    <SignInFrame title={t('account.registerTitle')} lead={t('account.registerText')}>
      <form noValidate onSubmit={handleSubmit((values) => signUp.mutate(values))} className="grid gap-5">
        <Input
          {...register('email', {
            required: t('account.emailRequired'),
            pattern: { value: addressPattern, message: t('account.emailInvalid') },
          })}
          type="email"
          autoComplete="username"
          inputMode="email"
          label={t('account.email')}
          error={errors.email?.message}
        />
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
        {site?.disableSignup ? (
          <p className="rounded-md bg-honey-soft px-4 py-3 font-medium text-honey text-small">
            {t('account.signupDisabled')}
          </p>
        ) : (
          <>
            <Button type="submit" variant="primary" size="lg" wide loading={signUp.isPending}>
              {t('account.register')}
            </Button>
            {site?.googleEnabled && (
              <>
                <OrLine />
                <GoogleLink disabled={!watch('terms')}>{t('account.registerWithGoogle')}</GoogleLink>
              </>
            )}
          </>
        )}
      </form>
      <footer className="text-fg-muted text-small">
        <p>
          {t('account.hasAccount')} <TextLink to={paths.login}>{t('account.login')}</TextLink>
        </p>
      </footer>
    </SignInFrame>
  );
}
