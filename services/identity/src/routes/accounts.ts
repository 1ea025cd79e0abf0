import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { anyone, type Response, type RouteCall, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { Credentials, PublicProfile, Registration, SignedIn, User, UserParams } from '../../api.ts';
import { type ClientInfo, logIn, readCurrentAccount, readPublicProfile, register, type SignIn } from '../accounts.ts';
import type { Deps } from '../deps.ts';
import { ensureHomininiMember } from '../hominini.ts';
import { presentAccount } from '../present.ts';

export function accountRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/auth/register',
    { guards: [anyone], summary: 'Create an account', body: Registration, answer: SignedIn, status: 201 },
    async (call) => {
      const signIn = await register(deps, call.body, clientInfoOf(call));
      await ensureHomininiMember(deps, signIn.account.id);
      return answerSignIn(deps, call.res, signIn);
    },
  );

  routes.post(
    '/auth/login',
    { guards: [anyone], summary: 'Sign in', body: Credentials, answer: SignedIn },
    async (call) => answerSignIn(deps, call.res, await logIn(deps, call.body, clientInfoOf(call))),
  );

  routes.get('/auth/me', { guards: [signedIn], summary: 'The current account', answer: User }, ({ actor }) =>
    readCurrentAccount(deps, actor),
  );

  routes.get(
    '/auth/public/:userId',
    { guards: [anyone], summary: 'A public profile', params: UserParams, answer: PublicProfile },
    ({ params, actor }) => readPublicProfile(deps, actor, params.userId),
  );

  routes.post(
    '/user/heartbeat',
    { guards: [signedIn], summary: 'Mark the caller as present', answer: Ok },
    async ({ actor }) => {
      await deps.presence.mark(actor.id);
      return done;
    },
  );
}

function answerSignIn({ tokens }: Deps, res: Response, { account, session, deviceProof }: SignIn): SignedIn {
  res.set(deviceHeader, deviceProof);
  return { token: tokens.sign(session), user: presentAccount(account) };
}

/** The gateway hashes addresses; a signed-in caller without one is told apart by their id. */
function clientInfoOf({ actor, req }: Pick<RouteCall<unknown, unknown, unknown>, 'actor' | 'req'>): ClientInfo {
  return {
    address: actor.visitor || actor.id,
    userAgent: req.get('user-agent') ?? '',
    deviceProof: req.get(deviceHeader),
  };
}
