import { useQuery } from '@tanstack/react-query';
import { LogIn, ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { forgetGoogleStarted, hasStartedGoogle, useEnter } from './api.ts';
import { arrivalQuery, type GoogleArrival, type GoogleFailure, readCallback, suspensionQuery } from './google-api.ts';
import { Suspended } from './lazy-suspended.ts';
import { Notice } from './notice.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { TermsDialog } from './terms-dialog.tsx';

/**
 * `/auth/callback`: the return address of Google's sign-in. The result in the address is read once and removed from it
 * at once.
 */
export function AuthCallbackPage() {
  const { search } = useLocation();
  const [result] = useState(() => readCallback(search, hasStartedGoogle()));
  useLayoutEffect(() => {
    history.replaceState(history.state, '', paths.authCallback);
    forgetGoogleStarted();
  }, []);

  if (result.kind === 'second-factor')
    return <Navigate to={`${paths.login}?challenge=${encodeURIComponent(result.challenge)}`} replace />;
  return result.kind === 'refused' ? <Refused {...result} /> : <GoogleSignIn arrival={result.arrival} />;
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTexts('recovery');
  return (
    <SignInFrame title={t('recovery.callbackTitle')} lead={t('recovery.callbackText')} forMembers>
      {children}
    </SignInFrame>
  );
}

const Loading = () => (
  <Frame>
    <Skeleton className="h-52" />
  </Frame>
);

function Refused({ failure, notice }: { failure: GoogleFailure; notice?: string }) {
  const { t } = useTexts('recovery');
  const suspension = useQuery({ ...suspensionQuery(notice ?? ''), enabled: notice !== undefined });
  if (suspension.isLoading) return <Loading />;
  if (suspension.data)
    return (
      <LazyPart fallback={<Loading />}>
        <Suspended details={suspension.data} />
      </LazyPart>
    );
  return (
    <Frame>
      <Notice icon={<ShieldAlert />} title={t(`recovery.google_${failure}`)} takesFocus>
        <ButtonLink to={paths.login} variant="primary" size="lg" wide>
          {t('recovery.backToLogin')}
        </ButtonLink>
      </Notice>
    </Frame>
  );
}

/** Signs in an existing user; a newcomer reads the terms first. */
function GoogleSignIn({ arrival }: { arrival: GoogleArrival }) {
  const { t } = useTexts('recovery');
  const navigate = useNavigate();
  const [asks, setAsks] = useState(arrival.isNewUser);
  const profile = useQuery({ ...arrivalQuery(arrival.token), enabled: !arrival.isNewUser });

  const start = useEnter();
  const enter = (user: SessionUser) => start({ token: arrival.token, user });
  const enterKnown = useEffectEvent(enter);
  // Existing users continue without a dialog, once the address is clean.
  useEffect(() => {
    if (profile.data) void enterKnown(profile.data);
  }, [profile.data]);

  if (profile.isError) return <Refused failure="broken" />;
  return (
    <Frame>
      <Notice icon={<LogIn />} title={t('recovery.signingIn')} text={t('recovery.verifyingText')} />
      {arrival.isNewUser && (
        <TermsDialog
          open={asks}
          token={arrival.token}
          onAccepted={enter}
          onCancel={() => {
            setAsks(false);
            void navigate(paths.login, { replace: true });
          }}
        />
      )}
    </Frame>
  );
}
