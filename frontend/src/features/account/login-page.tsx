import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { siteQuery } from '../../lib/shared-queries.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { TextLink } from '../../ui/link.tsx';
import { type Credentials, useSignIn } from './api.ts';
import { GoogleLink, OrLine, PasswordInput } from './form-parts.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export function LoginPage() {
  const { t } = useTexts();
  const { data: site } = useQuery(siteQuery);
  const signIn = useSignIn('login');
  const { register, handleSubmit, formState } = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const { errors } = formState;

  return (
    <SignInFrame title={t('account.loginTitle')} lead={t('account.loginText')}>
      <form noValidate onSubmit={handleSubmit((values) => signIn.mutate(values))} className="grid gap-5">
        <Input
          {...register('email', { required: t('account.emailRequired') })}
          type="email"
          autoComplete="username"
          inputMode="email"
          label={t('account.email')}
          error={errors.email?.message}
        />
        <PasswordInput
          {...register('password', { required: t('account.passwordRequired') })}
          autoComplete="current-password"
          error={errors.password?.message}
        />
        <FormError>{signIn.isError && messageOf(signIn.error, t('ui.error'))}</FormError>
        <Button type="submit" variant="primary" size="lg" wide loading={signIn.isPending}>
          {t('account.login')}
        </Button>
        {site?.googleEnabled && (
          <>
            <OrLine />
            <GoogleLink>{t('account.withGoogle')}</GoogleLink>
          </>
        )}
      </form>
      <footer className="grid gap-2 text-fg-muted text-small">
        {!site?.disableSignup && (
          <p>
            {t('account.noAccount')} <TextLink to={paths.register}>{t('account.register')}</TextLink>
          </p>
        )}
        <p>
          <TextLink to={paths.hominini} className="inline-block py-1">
            {t('account.lookAround')}
          </TextLink>
        </p>
      </footer>
    </SignInFrame>
  );
}
