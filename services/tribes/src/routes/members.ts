import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { MemberParams, Members, Memberships, MembersQuery, PendingMembers, PendingQuery } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { resolveJoinRequest } from '../joining.ts';
import { listMembers, listOwnMemberships, listPending } from '../members.ts';

export function memberRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/@me/memberships',
    { guards: [signedIn], summary: "The caller's tribes and requests to join", answer: Memberships },
    ({ actor }) => listOwnMemberships(deps, actor),
  );

  routes.get(
    '/tribes/:tribeId/members',
    {
      guards: [signedIn],
      summary: 'The members of a tribe',
      params: TribeParams,
      query: MembersQuery,
      answer: Members,
    },
    ({ actor, params: { tribeId }, query }) => listMembers(deps, actor, tribeId, query),
  );

  routes.get(
    '/tribes/:tribeId/members/pending',
    {
      guards: [signedIn],
      summary: 'The requests to join a tribe',
      params: TribeParams,
      query: PendingQuery,
      answer: PendingMembers,
    },
    ({ actor, params: { tribeId }, query }) => listPending(deps, actor, tribeId, query),
  );

  for (const [verb, status] of [
    ['approve', 'active'],
    ['reject', 'rejected'],
  ] as const) {
    routes.post(
      `/tribes/:tribeId/members/:userId/${verb}`,
      { guards: [signedIn], summary: `Resolve a request to join: ${verb}`, params: MemberParams, answer: Ok },
      async ({ actor, params }) => {
        await resolveJoinRequest(deps, actor, params, status);
        return done;
      },
    );
  }
}
