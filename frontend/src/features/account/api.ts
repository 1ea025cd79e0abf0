import { useNavigate } from 'react-router-dom';
import type { Answer, Params, Schema } from '../../lib/contract.ts';
import { ApiError, http, timeZone, urlOf } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { paths } from '../../lib/paths.ts';
import { type SessionUser, session, takeRememberedPath } from '../../lib/session.ts';
import { tab } from '../../lib/storage.ts';

export type Credentials = Params<'post', '/auth/login'>['body'];
export type Registration = Params<'post', '/auth/register'>['body'];

/** A session, or the demand for a second factor. */
type FirstAnswer = Answer<'post', '/auth/login'>;
type Challenge = Schema<'SecondFactorNeeded'>['secondFactor'];

/** The address that starts signing in with Google; the server redirects from there. */
export const googleUrl = (): string => urlOf('/oauth/google', { query: { timeZone: timeZone() } });

const GOOGLE_BEGUN = 'googleBegun';
/** As long as the server waits for somebody at Google. */
const AT_GOOGLE_MS = 10 * 60_000;

/** Notes that this tab begins to sign in with Google: only then is it believed what it comes back with. */
export const noteGoogleBegun = (now = Date.now()): void => tab.write(GOOGLE_BEGUN, String(now));

/** Whether this tab is on its way back from Google. */
export const hasBegunGoogle = (now = Date.now()): boolean => now - Number(tab.read(GOOGLE_BEGUN)) < AT_GOOGLE_MS;

export const forgetGoogleBegun = (): void => tab.remove(GOOGLE_BEGUN);

/** The refusal of somebody who is suspended; null for any other error. */
export const suspensionIn = (error: unknown): ApiError | null =>
  error instanceof ApiError && error.code === 'account_suspended' ? error : null;

/** Navigates whoever has signed in to the remembered path, else to the tribes; a newcomer is welcomed before that. */
export function useGoOn(): (user: SessionUser) => void {
  const navigate = useNavigate();
  return (user) => void navigate(user.welcomed ? takeRememberedPath() : paths.welcome(), { replace: true });
}

/** Stores the session and goes on. */
export function useEnter(): (signedIn: Schema<'SignedIn'>) => void {
  const goOn = useGoOn();
  return ({ token, user }) => {
    session.start(token, user);
    goOn(user);
  };
}

/** Signs in or up; `onChallenge` gets what is to be answered by a second factor before there is a session. */
export function useSignIn(call: 'login' | 'register', onChallenge?: (challenge: Challenge) => void) {
  const enter = useEnter();
  return useMutation<FirstAnswer, Credentials>({
    mutationFn: ({ email, password }) => http.post(`/auth/${call}`, { body: { email, password }, anonymous: true }),
    onSuccess: (answer) => {
      if ('token' in answer) enter(answer);
      else onChallenge?.(answer.secondFactor);
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
