import { TribeParams } from '@tribus/community/ids.ts';
import { Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { Ok } from '@tribus/kit/http/schemas.ts';
import * as api from '../api.ts';
import { changeBanner } from './banners.ts';
import type { Deps } from './deps.ts';
import { askToJoin, cancelRequest, joinTribe, leaveTribe, resolveJoinRequest } from './joining.ts';
import { readConfig, readProgress } from './levels.ts';
import { listMembers, listPending, myMemberships } from './members.ts';
import { presentCard, presentMembership } from './present.ts';
import type { Membership } from './store/memberships.ts';
import { createTribe, deleteTribe, editTribe, listTribes, readTribe, suggestSlug } from './tribes.ts';

const ok: Ok = { ok: true };

/** Everything here needs a session: visitors read hominini through content's public pages. */
export function tribeRoutes(deps: Deps): Routes {
  const routes = new Routes();
  directoryRoutes(routes, deps);
  tribePageRoutes(routes, deps);
  joiningRoutes(routes, deps);
  memberRoutes(routes, deps);
  return routes;
}

function directoryRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes',
    { guards: [signedIn], summary: 'The directory', query: api.TribesQuery, answer: api.Tribes },
    ({ actor, query }) => listTribes(deps, actor, query),
  );

  routes.get(
    '/tribes/slug',
    { guards: [signedIn], summary: 'What a name becomes', query: api.SlugQuery, answer: api.Slug },
    ({ query }) => suggestSlug(deps, query.s),
  );

  routes.get(
    '/tribes/@me/memberships',
    { guards: [signedIn], summary: "The caller's tribes and requests", answer: api.Memberships },
    ({ actor }) => myMemberships(deps, actor),
  );

  routes.post(
    '/tribes',
    { guards: [signedIn], summary: 'Found a tribe', body: api.NewTribe, answer: api.TribeCard, status: 201 },
    async ({ actor, body }) => presentCard(deps, await createTribe(deps, actor, body)),
  );
}

function tribePageRoutes(routes: Routes, deps: Deps): void {
  const params = TribeParams;

  routes.get(
    '/tribes/:tribeId',
    { guards: [signedIn], summary: 'A tribe', params, answer: api.Tribe },
    ({ actor, params: { tribeId } }) => readTribe(deps, actor, tribeId),
  );

  routes.put(
    '/tribes/:tribeId',
    { guards: [signedIn], summary: 'Change a tribe', params, body: api.TribeChange, answer: api.TribeCard },
    async ({ actor, params: { tribeId }, body }) => presentCard(deps, await editTribe(deps, actor, tribeId, body)),
  );

  routes.delete(
    '/tribes/:tribeId',
    { guards: [signedIn], summary: 'Delete a tribe', params, answer: Ok },
    async ({ actor, params: { tribeId } }) => {
      await deleteTribe(deps, actor, tribeId);
      return ok;
    },
  );

  routes.post(
    '/tribes/:tribeId/banner',
    { guards: [signedIn], summary: 'Give a tribe its picture', params, form: api.BannerForm, answer: api.Banner },
    ({ actor, params: { tribeId }, req }) => changeBanner(deps, actor, tribeId, req),
  );

  routes.get(
    '/tribes/:tribeId/config',
    { guards: [signedIn], summary: 'The levels of a tribe', params, answer: api.TribeConfig },
    ({ actor, params: { tribeId } }) => readConfig(deps, actor, tribeId),
  );

  routes.get(
    '/tribes/:tribeId/progress',
    { guards: [signedIn], summary: 'How far the caller has come', params, answer: api.Progress },
    ({ actor, params: { tribeId } }) => readProgress(deps, actor, tribeId),
  );
}

function joiningRoutes(routes: Routes, deps: Deps): void {
  const params = TribeParams;
  const answer = api.JoinAnswer;
  const present = (membership: Membership | null): api.JoinAnswer => ({
    membership: membership && presentMembership(membership),
  });

  routes.post(
    '/tribes/:tribeId/join',
    { guards: [signedIn], summary: 'Join a tribe', params, answer },
    async ({ actor, params: { tribeId } }) => present(await joinTribe(deps, actor, tribeId)),
  );

  routes.post(
    '/tribes/:tribeId/leave',
    { guards: [signedIn], summary: 'Leave a tribe', params, answer },
    async ({ actor, params: { tribeId } }) => present(await leaveTribe(deps, actor, tribeId)),
  );

  routes.post(
    '/tribes/:tribeId/join-request',
    { guards: [signedIn], summary: 'Ask to be let in', params, answer },
    async ({ actor, params: { tribeId } }) => present(await askToJoin(deps, actor, tribeId)),
  );

  routes.post(
    '/tribes/:tribeId/join-request/cancel',
    { guards: [signedIn], summary: 'Withdraw the request', params, answer },
    async ({ actor, params: { tribeId } }) => present(await cancelRequest(deps, actor, tribeId)),
  );
}

function memberRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/members',
    {
      guards: [signedIn],
      summary: 'The members of a tribe',
      params: TribeParams,
      query: api.MembersQuery,
      answer: api.Members,
    },
    ({ actor, params: { tribeId }, query }) => listMembers(deps, actor, tribeId, query),
  );

  routes.get(
    '/tribes/:tribeId/members/pending',
    {
      guards: [signedIn],
      summary: 'Who asks to be let in',
      params: TribeParams,
      query: api.PendingQuery,
      answer: api.PendingMembers,
    },
    ({ actor, params: { tribeId }, query }) => listPending(deps, actor, tribeId, query),
  );

  for (const [verb, verdict] of [
    ['approve', 'active'],
    ['reject', 'rejected'],
  ] as const) {
    routes.post(
      `/tribes/:tribeId/members/:userId/${verb}`,
      { guards: [signedIn], summary: `Answer a request: ${verb}`, params: api.MemberParams, answer: Ok },
      async ({ actor, params }) => {
        await resolveJoinRequest(deps, actor, params, verdict);
        return ok;
      },
    );
  }
}
