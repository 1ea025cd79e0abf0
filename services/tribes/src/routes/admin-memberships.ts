import { type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { MembershipRole, Memberships, NewMembership, UserMembershipParams, UserParams } from '../../api.ts';
import { addMembership, listMembershipsOf, removeMembership, setMemberRole } from '../admin-memberships.ts';
import type { Deps } from '../deps.ts';

/** Below `admin/users/{id}/memberships`; the rest of `admin/users` belongs to identity. */
export function adminMembershipRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/users/:id/memberships',
    {
      guards: [siteAdmin],
      operationId: 'listMembershipsOfUser',
      summary: "A user's tribes and requests to join",
      params: UserParams,
      answer: Memberships,
    },
    ({ params }) => listMembershipsOf(deps, params.id),
  );

  routes.post(
    '/admin/users/:id/memberships',
    {
      guards: [siteAdmin],
      operationId: 'addMembership',
      summary: 'Add a user to a tribe',
      params: UserParams,
      body: NewMembership,
      answer: Ok,
      status: 201,
    },
    async ({ actor, params, body }) => {
      await addMembership(deps, actor, { userId: params.id, tribeId: body.tribeId });
      return done;
    },
  );

  membershipChangeRoutes(routes, deps);
}

function membershipChangeRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/admin/users/:id/memberships/:tribeId',
    {
      guards: [siteAdmin],
      operationId: 'changeMembershipRole',
      summary: 'Make a member an officer, or an officer a member',
      params: UserMembershipParams,
      body: MembershipRole,
      answer: Ok,
      errors: [409],
    },
    async ({ actor, params, body }) => {
      await setMemberRole(deps, actor, { userId: params.id, tribeId: params.tribeId }, body.role);
      return done;
    },
  );

  routes.delete(
    '/admin/users/:id/memberships/:tribeId',
    {
      guards: [siteAdmin],
      operationId: 'removeMembership',
      summary: 'Remove a user from a tribe',
      params: UserMembershipParams,
      answer: Ok,
      errors: [409],
    },
    async ({ actor, params }) => {
      await removeMembership(deps, actor, { userId: params.id, tribeId: params.tribeId });
      return done;
    },
  );
}
