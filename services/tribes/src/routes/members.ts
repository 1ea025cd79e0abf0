import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { NewRequestNote, RequestNote, Resolution, Resolved } from '../../api/admission.ts';
import {
  FellowMembers,
  FellowMembersQuery,
  MemberParams,
  Members,
  Memberships,
  MembersQuery,
  PendingMembers,
  PendingQuery,
} from '../../api.ts';
import type { Deps } from '../deps.ts';
import { listFellowMembers } from '../fellow-members.ts';
import { listMembers, listOwnMemberships, listPending } from '../members.ts';
import { addRequestNote, resolveJoinRequest, resolveJoinRequests } from '../requests.ts';

export function memberRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/@me/memberships',
    {
      guards: [signedIn],
      operationId: 'listOwnMemberships',
      summary: "The viewer's tribes and requests to join",
      answer: Memberships,
    },
    ({ actor }) => listOwnMemberships(deps, actor),
  );

  routes.get(
    '/tribes/@me/members',
    {
      guards: [signedIn],
      operationId: 'listFellowMembers',
      summary: "The other members of the viewer's tribes",
      query: FellowMembersQuery,
      answer: FellowMembers,
    },
    ({ actor, query }) => listFellowMembers(deps, actor, query),
  );

  routes.get(
    '/tribes/:tribeId/members',
    {
      guards: [signedIn],
      operationId: 'listMembers',
      summary: 'The members of a tribe',
      params: TribeParams,
      query: MembersQuery,
      answer: Members,
      errors: [403],
    },
    ({ actor, params: { tribeId }, query }) => listMembers(deps, actor, tribeId, query),
  );

  routes.get(
    '/tribes/:tribeId/members/pending',
    {
      guards: [signedIn],
      operationId: 'listJoinRequests',
      summary: 'The requests to join a tribe',
      params: TribeParams,
      query: PendingQuery,
      answer: PendingMembers,
      errors: [403],
    },
    ({ actor, params: { tribeId }, query }) => listPending(deps, actor, tribeId, query),
  );

  requestRoutes(routes, deps);
}

function requestRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/members/resolve',
    {
      guards: [signedIn],
      operationId: 'resolveJoinRequests',
      summary: 'Resolve several requests to join in the same way',
      params: TribeParams,
      body: Resolution,
      answer: Resolved,
    },
    ({ actor, params: { tribeId }, body }) => resolveJoinRequests(deps, actor, tribeId, body),
  );

  routes.post(
    '/tribes/:tribeId/members/:userId/notes',
    {
      guards: [signedIn],
      operationId: 'addRequestNote',
      summary: 'Add a note to a request to join',
      params: MemberParams,
      body: NewRequestNote,
      answer: RequestNote,
      status: 201,
    },
    ({ actor, params, body }) => addRequestNote(deps, actor, params, body),
  );

  for (const [verb, status] of [
    ['approve', 'active'],
    ['reject', 'rejected'],
  ] as const) {
    routes.post(
      `/tribes/:tribeId/members/:userId/${verb}`,
      {
        guards: [signedIn],
        operationId: `${verb}JoinRequest`,
        summary: `Resolve a request to join: ${verb}`,
        params: MemberParams,
        answer: Ok,
      },
      async ({ actor, params }) => {
        await resolveJoinRequest(deps, actor, params, status);
        return done;
      },
    );
  }
}
