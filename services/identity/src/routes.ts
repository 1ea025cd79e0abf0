import type { UserPresenter } from '@tribus/community/user-presenter.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { anyone, type Response, type RouteCall, Routes, signedIn, siteAdmin } from '@tribus/kit/http/routes.ts';
import { Ok } from '@tribus/kit/http/schemas.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import * as api from '../api.ts';
import {
  type AuthDeps,
  type ClientInfo,
  logIn,
  ownAccount,
  presentAccount,
  register,
  type SignIn,
} from './accounts.ts';
import { follow, following, followStatus, unfollow } from './follows.ts';
import { publicProfile } from './profiles.ts';
import { endOtherSessions, endOwnSession, listSessions, logOut } from './sessions.ts';
import { changeSite, presentConfig, presentMaintenance, presentSite } from './site.ts';
import type { Presence } from './store/presence.ts';
import type { IdentityStore } from './store/store.ts';
import type { SessionTokens } from './tokens.ts';

export interface Deps {
  ctx: Context;
  store: IdentityStore;
  door: AuthDeps;
  tokens: SessionTokens;
  presence: Presence;
  people: UserPresenter;
  cursors: Cursors;
  /** Memberships a new user in hominini, if that can be done at once. */
  welcome: (userId: string) => Promise<void>;
}

const ok: Ok = { ok: true };

export function identityRoutes(deps: Deps): Routes {
  const routes = new Routes();
  accountRoutes(routes, deps);
  sessionRoutes(routes, deps);
  followRoutes(routes, deps);
  siteRoutes(routes, deps);
  return routes;
}

function accountRoutes(routes: Routes, { store, door, tokens, presence, people, welcome }: Deps): void {
  const signedInAnswer = (res: Response, { account, session, deviceProof }: SignIn): api.SignedIn => {
    res.set(deviceHeader, deviceProof);
    return { token: tokens.sign(session), user: presentAccount(account) };
  };

  routes.post(
    '/auth/register',
    { guards: [anyone], summary: 'Make an account', body: api.Registration, answer: api.SignedIn, status: 201 },
    async (call) => {
      const newcomer = await register(door, call.body, clientInfoOf(call));
      await welcome(newcomer.account.id);
      return signedInAnswer(call.res, newcomer);
    },
  );

  routes.post(
    '/auth/login',
    { guards: [anyone], summary: 'Sign in', body: api.Credentials, answer: api.SignedIn },
    async (call) => signedInAnswer(call.res, await logIn(door, call.body, clientInfoOf(call))),
  );

  routes.get('/auth/me', { guards: [signedIn], summary: 'The own account', answer: api.User }, ({ actor }) =>
    ownAccount(store, actor),
  );

  routes.get(
    '/auth/public/:userId',
    { guards: [anyone], summary: 'A public profile', params: api.UserParams, answer: api.PublicProfile },
    ({ params, actor }) => publicProfile(store, people, actor, params.userId),
  );

  routes.post(
    '/user/heartbeat',
    { guards: [signedIn], summary: 'The caller is here, now', answer: Ok },
    async ({ actor }) => {
      await presence.mark(actor.id);
      return ok;
    },
  );
}

function sessionRoutes(routes: Routes, { ctx, store }: Deps): void {
  routes.post('/auth/logout', { guards: [signedIn], summary: 'End this session', answer: Ok }, async ({ actor }) => {
    await logOut(store, actor);
    return ok;
  });

  routes.get(
    '/auth/sessions',
    { guards: [signedIn], summary: 'Where the caller is signed in', answer: api.Sessions },
    async ({ actor }) => ({ items: await listSessions(ctx, store, actor) }),
  );

  routes.delete(
    '/auth/sessions/:id',
    { guards: [signedIn], summary: 'End one of the own sessions', params: api.IdParams, answer: Ok },
    async ({ params, actor }) => {
      await endOwnSession(store, actor, params.id);
      return ok;
    },
  );

  routes.delete(
    '/auth/sessions',
    { guards: [signedIn], summary: 'End all other sessions', answer: Ok },
    async ({ actor }) => {
      await endOtherSessions(store, actor);
      return ok;
    },
  );
}

function followRoutes(routes: Routes, { ctx, store, people, cursors }: Deps): void {
  const params = api.IdParams;
  const answer = api.FollowStatus;

  routes.post(
    '/auth/users/:id/follow',
    { guards: [signedIn], summary: 'Follow a user', params, answer },
    ({ params, actor }) => follow(ctx, store, actor, params.id),
  );

  routes.delete(
    '/auth/users/:id/follow',
    { guards: [signedIn], summary: 'Follow a user no longer', params, answer },
    ({ params, actor }) => unfollow(store, actor, params.id),
  );

  routes.get(
    '/auth/users/:id/follow/status',
    { guards: [signedIn], summary: 'Whether the caller follows a user', params, answer },
    ({ params, actor }) => followStatus(store, actor, params.id),
  );

  routes.get(
    '/auth/me/following',
    { guards: [signedIn], summary: 'Whom the caller follows', query: api.FollowingQuery, answer: api.Following },
    ({ query, actor }) => following(ctx, store, { people, cursors }, actor, query),
  );
}

function siteRoutes(routes: Routes, { ctx, store }: Deps): void {
  routes.get(
    '/maintenance',
    { guards: [anyone], summary: 'Whether the site is closed for work', answer: api.Maintenance },
    async () => presentMaintenance(await store.site.read()),
  );

  routes.get(
    '/public/site',
    { guards: [anyone], summary: 'What the operator has switched on', answer: api.PublicSite },
    async () => presentSite(await store.site.read()),
  );

  routes.get(
    '/admin/maintenance-config',
    { guards: [anyone], summary: 'Sign-up and, for admins, maintenance', answer: api.MaintenanceConfig },
    async ({ actor }) => presentConfig(await store.site.read(), actor),
  );

  routes.put(
    '/admin/maintenance-config',
    {
      guards: [siteAdmin],
      summary: 'Switch sign-up and maintenance',
      body: api.MaintenanceChange,
      answer: api.MaintenanceConfig,
    },
    async ({ body, actor }) => presentConfig(await changeSite(ctx, store, actor, body), actor),
  );
}

/** Addresses come as marks; somebody signed in who has none is told apart by who they are. */
function clientInfoOf({ actor, req }: Pick<RouteCall<unknown, unknown, unknown>, 'actor' | 'req'>): ClientInfo {
  return {
    address: actor.visitor || actor.id,
    userAgent: req.get('user-agent') ?? '',
    deviceProof: req.get(deviceHeader),
  };
}
