import { useNavigate } from 'react-router-dom';
import { adoptLanguage } from '../../lib/account-language.ts';
import type { Answer, Params, Schema } from '../../lib/contract.ts';
import { ApiError, http, timeZone, urlOf } from '../../lib/http.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { useMutation } from '../../lib/mutation.ts';
import { paths } from '../../lib/paths.ts';
import { consumeRememberedPath, entriesSinceVisit, type SessionUser, session } from '../../lib/session.ts';
import { tab } from '../../lib/storage.ts';

export type Credentials = Params<'post', '/auth/login'>['body'];
export type Registration = Params<'post', '/auth/register'>['body'];

/** A session, or a challenge for a second factor. */
type FirstResponse = Answer<'post', '/auth/login'>;
type Challenge = Schema<'SecondFactorNeeded'>['secondFactor'];

/** The address that starts signing in with Google; the server redirects from there. */
export const googleUrl = (): string =>
  urlOf('/oauth/google', { query: { timeZone: timeZone(), language: currentLanguage() } });

const GOOGLE_STARTED = 'googleBegun';
/** Time limit of the server for the sign-in at Google. */
const AT_GOOGLE_MS = 10 * 60_000;

/** Notes that this tab begins to sign in with Google: only then is the result in the callback address trusted. */
export const markGoogleStarted = (now = Date.now()): void => tab.write(GOOGLE_STARTED, String(now));

/** Whether this tab has begun to sign in with Google. */
export const hasStartedGoogle = (now = Date.now()): boolean => now - Number(tab.read(GOOGLE_STARTED)) < AT_GOOGLE_MS;

export const forgetGoogleStarted = (): void => tab.remove(GOOGLE_STARTED);

/** Returns the suspension in a refused sign-in; null for any other error. */
export const suspensionIn = (error: unknown): ApiError | null =>
  error instanceof ApiError && error.code === 'account_suspended' ? error : null;

/**
 * Navigates to the remembered path after signing in, else to the tribes; a newcomer sees the welcome before that. To a
 * visited page it goes back: another entry of it would make the first Back stay there.
 */
export function useContinue(): (user: SessionUser) => void {
  const navigate = useNavigate();
  return ({ welcomed }) => {
    const steps = entriesSinceVisit();
    const path = welcomed ? consumeRememberedPath() : paths.welcome();
    void (welcomed && steps > 0 ? navigate(-steps) : navigate(path, { replace: true }));
  };
}

/** Stores the session and navigates, in the person's language. */
export function useEnter(): (signedIn: Schema<'SignedIn'>) => Promise<void> {
  const proceed = useContinue();
  return async ({ token, user }) => {
    await adoptLanguage(user);
    session.start(token, user);
    proceed(user);
  };
}

/**
 * Signs in or up. A registration whose response was lost is sent again under its key, and signs in. `onChallenge`
 * receives the challenge of a second factor that is needed before there is a session.
 */
export function useSignIn(call: 'login' | 'register', onChallenge?: (challenge: Challenge) => void) {
  const enter = useEnter();
  const keys = useIdempotencyKeys();
  return useMutation<FirstResponse, Credentials>({
    mutationFn: ({ email, password }) => {
      const request = { body: { email, password }, anonymous: true };
      if (call === 'login') return http.post('/auth/login', request);
      return http.post('/auth/register', { ...request, idempotencyKey: keys.keyFor(email, password) });
    },
    onSuccess: (answer) => {
      if ('token' in answer) return enter(answer);
      onChallenge?.(answer.secondFactor);
    },
  });
}

/** Finishes a sign-in by a code of the app, or a recovery code. */
export function useSecondFactor(challenge: string) {
  return useMutation({
    mutationFn: (code: string) =>
      http.post('/auth/login/second-factor', { body: { challenge, code }, anonymous: true }),
    onSuccess: useEnter(),
  });
}
