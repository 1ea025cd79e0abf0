import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { type ApiError, messageOf } from '../../lib/http.ts';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import { siteQuery } from '../../lib/shared-queries.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Credentials, suspensionIn, useSignIn } from './api.ts';
import { EmailInput, GoogleLink, OrLine, PasswordInput } from './form-parts.tsx';
import { Suspended } from './lazy-suspended.ts';
import { canUsePasskeys, PasskeyButton } from './passkey-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

const SecondFactorStep = lazyComponent(
  withTexts(async () => (await import('./second-factor-step.tsx')).SecondFactorStep, 'account'),
);

export function LoginPage() {
  const { t } = useTexts();
  const { data: site } = useQuery(siteQuery);
  const [challenge, setChallenge] = useChallenge();
  const signIn = useSignIn('login', ({ challenge }) => setChallenge(challenge));
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const { register, handleSubmit, formState, control } = form;
  const { errors } = formState;
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const suspended = suspensionIn(signIn.error) ?? refusal;
  const [returned, setReturned] = useState(false);
  const startAgain = () => {
    setReturned(true);
    setRefusal(null);
    setChallenge(null);
    signIn.reset();
  };

  if (suspended)
    return (
      <LazyPart
        fallback={
          <SignInFrame title={t('account.loginTitle')} lead={t('account.loginText')}>
            <Skeleton className="h-52" />
          </SignInFrame>
        }
      >
        <Suspended details={suspended.details} onBack={startAgain} />
      </LazyPart>
    );

  if (challenge !== null)
    return (
      <SignInFrame title={t('account.secondStepTitle')} lead={t('account.secondStepText')}>
        <LazyPart fallback={<Skeleton className="h-52" />}>
          <SecondFactorStep challenge={challenge} onBack={startAgain} onSuspended={setRefusal} />
        </LazyPart>
      </SignInFrame>
    );

  return (
    <SignInFrame title={t('account.loginTitle')} lead={t('account.loginText')} takesFocus={returned}>
      <form noValidate onSubmit={handleSubmit((values) => signIn.mutate(values))} className="grid grid-cols-1 gap-5">
        <EmailInput
          {...register('email', { required: t('account.emailRequired') })}
          autoComplete="username webauthn"
          error={errors.email?.message}
        />
        <div className="relative">
          <PasswordInput
            {...register('password', { required: t('account.passwordRequired') })}
            autoComplete="current-password"
            error={errors.password?.message}
          />
          <ForgotLink control={control} />
        </div>
        <FormError>{signIn.isError && messageOf(signIn.error, t('ui.error'))}</FormError>
        <Button type="submit" variant="primary" size="lg" wide loading={signIn.isPending}>
          {t('account.login')}
        </Button>
        {(canUsePasskeys() || site?.googleEnabled) && <OrLine needs={site?.googleEnabled ? undefined : 'passkeys'} />}
        {site?.googleEnabled && <GoogleLink>{t('account.withGoogle')}</GoogleLink>}
        <div data-needs="passkeys" className="contents">
          <PasskeyButton onSuspended={setRefusal} />
        </div>
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

/** Passes on the typed address. On the line of the password's label, but after the field in the tab order. */
function ForgotLink({ control }: { control: Control<Credentials> }) {
  const { t } = useTexts();
  const email = useWatch({ control, name: 'email' });
  return (
    <TextLink to={paths.forgotPassword} state={{ email }} className="absolute -top-1 right-0 py-1 text-small">
      {t('account.forgot')}
    </TextLink>
  );
}

/**
 * The pending challenge of a second factor: from a sign-in on this page, or from another page by `?challenge=`,
 * which is removed at once.
 */
function useChallenge() {
  const [query, setQuery] = useSearchParams();
  const challengeParam = query.get('challenge');
  const state = useState(challengeParam);

  useEffect(() => {
    if (challengeParam !== null) setQuery({}, { replace: true });
  }, [challengeParam, setQuery]);

  return state;
}
