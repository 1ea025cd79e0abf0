import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { anyone, type Response, type Routes } from '@tribus/kit/http/routes.ts';
import { z } from 'zod';
import { PasskeyOptions, PasskeySignIn, SecondFactorAnswer, SecondFactorNeeded } from '../../api/security.ts';
import { Credentials, SignedIn } from '../../api.ts';
import { logIn } from '../accounts.ts';
import { clientInfoOf } from '../client-info.ts';
import type { Deps } from '../deps.ts';
import { beginPasskeySignIn, signInByPasskey } from '../passkeys.ts';
import { completeSecondFactor } from '../second-factor-sign-in.ts';
import type { FirstFactorOutcome } from '../sign-in.ts';
import { answerSignIn } from './accounts.ts';

/** Sign-in routes; the gateway ignores tokens sent to `auth/login` and below. */
export function signInRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/auth/login',
    {
      guards: [anyone],
      operationId: 'logIn',
      summary: 'Sign in, or start the second factor',
      body: Credentials,
      answer: z.union([SignedIn, SecondFactorNeeded]),
      errors: [401, 403],
    },
    async (call) => answerFirstFactor(deps, call.res, await logIn(deps, call.body, clientInfoOf(call))),
  );

  routes.post(
    '/auth/login/second-factor',
    {
      guards: [anyone],
      operationId: 'completeSecondFactor',
      summary: 'Complete a sign-in by its second factor',
      body: SecondFactorAnswer,
      answer: SignedIn,
      errors: [401, 403],
    },
    async (call) => answerSignIn(deps, call.res, await completeSecondFactor(deps, call.body, clientInfoOf(call))),
  );

  routes.post(
    '/auth/login/passkey/options',
    {
      guards: [anyone],
      operationId: 'beginPasskeySignIn',
      summary: 'The options for signing in with a passkey',
      answer: PasskeyOptions,
    },
    async () => ({ options: { ...(await beginPasskeySignIn(deps)) } }),
  );

  routes.post(
    '/auth/login/passkey',
    {
      guards: [anyone],
      operationId: 'signInByPasskey',
      summary: 'Sign in with a passkey',
      body: PasskeySignIn,
      answer: SignedIn,
      errors: [401, 403],
    },
    async (call) => {
      const credential = call.body.credential as AuthenticationResponseJSON;
      return answerSignIn(deps, call.res, await signInByPasskey(deps, credential, clientInfoOf(call)));
    },
  );
}

function answerFirstFactor(deps: Deps, res: Response, outcome: FirstFactorOutcome): SignedIn | SecondFactorNeeded {
  if (outcome.kind === 'signed-in') return answerSignIn(deps, res, outcome.signIn);
  const { token, expiresAt } = outcome.challenge;
  return { secondFactor: { challenge: token, expiresAt: expiresAt.toISOString() } };
}
