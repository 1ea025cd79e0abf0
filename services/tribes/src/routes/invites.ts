import { TribeParams } from '@tribus/community/ids.ts';
import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  Invite,
  InviteJoined,
  InviteParams,
  InvitePreview,
  InviteQuery,
  Invites,
  InvitesQuery,
  InviteUse,
  InviteUses,
  NewInvite,
} from '../../api/invites.ts';
import type { Deps } from '../deps.ts';
import { createInvite, joinByInvite, listInvites, listInviteUses, previewInvite, revokeInvite } from '../invites.ts';

export function inviteRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/invites',
    {
      guards: [anyone],
      operationId: 'previewInvite',
      summary: 'The tribe of an invitation',
      query: InviteQuery,
      answer: InvitePreview,
      errors: [404],
    },
    ({ actor, query }) => previewInvite(deps, actor, query.code),
  );

  routes.post(
    '/invites/join',
    {
      guards: [signedIn],
      operationId: 'joinByInvite',
      summary: 'Join a tribe by an invitation',
      body: InviteUse,
      answer: InviteJoined,
      errors: [404],
    },
    ({ actor, body }) => joinByInvite(deps, actor, body.code),
  );

  tribeInviteRoutes(routes, deps);
}

function tribeInviteRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/invites',
    {
      guards: [signedIn],
      operationId: 'listInvites',
      summary: 'The invitations of a tribe',
      params: TribeParams,
      query: InvitesQuery,
      answer: Invites,
      errors: [403],
    },
    ({ actor, params, query }) => listInvites(deps, actor, params.tribeId, query),
  );

  routes.post(
    '/tribes/:tribeId/invites',
    {
      guards: [signedIn],
      operationId: 'createInvite',
      summary: 'Create an invitation to a tribe',
      params: TribeParams,
      body: NewInvite,
      answer: Invite,
      status: 201,
    },
    ({ actor, params, body }) => createInvite(deps, actor, params.tribeId, body),
  );

  routes.get(
    '/tribes/:tribeId/invites/:inviteId/uses',
    {
      guards: [signedIn],
      operationId: 'listInviteUses',
      summary: 'The uses of an invitation',
      params: InviteParams,
      query: InvitesQuery,
      answer: InviteUses,
      errors: [403],
    },
    ({ actor, params, query }) => listInviteUses(deps, actor, params, query),
  );

  routes.delete(
    '/tribes/:tribeId/invites/:inviteId',
    { guards: [signedIn], operationId: 'revokeInvite', summary: 'Revoke an invite', params: InviteParams, answer: Ok },
    async ({ actor, params }) => {
      await revokeInvite(deps, actor, params);
      return done;
    },
  );
}
