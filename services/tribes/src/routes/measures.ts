import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  BansQuery,
  NewBan,
  NewOwnershipOffer,
  NewRestriction,
  OwnBans,
  OwnRestriction,
  TribeBans,
} from '../../api/measures.ts';
import { MemberParams, MembershipRole } from '../../api.ts';
import { banMember, listBans, listOwnBans, unbanMember } from '../bans.ts';
import type { Deps } from '../deps.ts';
import { liftRestriction, removeMember, restrictMember, setOfficer } from '../measures.ts';
import { acceptOffer, declineOffer, offerOwnership, withdrawOffer } from '../ownership.ts';

/** Routes of moderators' measures against members. */
export function measureRoutes(routes: Routes, deps: Deps): void {
  banRoutes(routes, deps);

  const restriction = '/tribes/:tribeId/members/:userId/restriction';
  routes.put(
    restriction,
    {
      guards: [signedIn],
      operationId: 'restrictMember',
      summary: 'Restrict a member to reading until a time',
      params: MemberParams,
      body: NewRestriction,
      answer: OwnRestriction,
      errors: [409],
    },
    ({ actor, params, body }) => restrictMember(deps, actor, params, body),
  );

  routes.delete(
    restriction,
    {
      guards: [signedIn],
      operationId: 'liftRestriction',
      summary: "Lift a member's restriction",
      params: MemberParams,
      answer: Ok,
      errors: [409],
    },
    async ({ actor, params }) => {
      await liftRestriction(deps, actor, params);
      return done;
    },
  );

  routes.delete(
    '/tribes/:tribeId/members/:userId',
    {
      guards: [signedIn],
      operationId: 'removeMember',
      summary: 'Remove a member from a tribe',
      params: MemberParams,
      answer: Ok,
      errors: [409],
    },
    async ({ actor, params }) => {
      await removeMember(deps, actor, params);
      return done;
    },
  );

  roleRoutes(routes, deps);
}

function roleRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/tribes/:tribeId/members/:userId/role',
    {
      guards: [signedIn],
      operationId: 'changeMemberRole',
      summary: 'Make a member an officer, or an officer a member',
      params: MemberParams,
      body: MembershipRole,
      answer: Ok,
      errors: [409],
    },
    async ({ actor, params, body }) => {
      await setOfficer(deps, actor, params, body.role);
      return done;
    },
  );

  offerRoutes(routes, deps);
}

function offerRoutes(routes: Routes, deps: Deps): void {
  const path = '/tribes/:tribeId/owner';
  const offer = { guards: [signedIn], params: TribeParams, answer: Ok } as const;
  routes.post(
    path,
    {
      ...offer,
      operationId: 'offerOwnership',
      summary: 'Offer the ownership of a tribe to another member',
      body: NewOwnershipOffer,
    },
    async ({ actor, params, body }) => {
      await offerOwnership(deps, actor, params.tribeId, body);
      return done;
    },
  );

  routes.delete(
    path,
    { ...offer, operationId: 'withdrawOffer', summary: 'Withdraw the offer of ownership', errors: [409] },
    async ({ actor, params }) => {
      await withdrawOffer(deps, actor, params.tribeId);
      return done;
    },
  );

  routes.post(
    `${path}/accept`,
    { ...offer, operationId: 'acceptOffer', summary: 'Accept the offered ownership of a tribe' },
    async ({ actor, params }) => {
      await acceptOffer(deps, actor, params.tribeId);
      return done;
    },
  );

  routes.post(
    `${path}/decline`,
    { ...offer, operationId: 'declineOffer', summary: 'Decline the offered ownership of a tribe' },
    async ({ actor, params }) => {
      await declineOffer(deps, actor, params.tribeId);
      return done;
    },
  );
}

function banRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/@me/bans',
    {
      guards: [signedIn],
      operationId: 'listOwnBans',
      summary: "The viewer's bans in force, with reasons",
      answer: OwnBans,
    },
    ({ actor }) => listOwnBans(deps, actor),
  );

  routes.get(
    '/tribes/:tribeId/bans',
    {
      guards: [signedIn],
      operationId: 'listBans',
      summary: 'The bans of a tribe',
      params: TribeParams,
      query: BansQuery,
      answer: TribeBans,
      errors: [403],
    },
    ({ actor, params, query }) => listBans(deps, actor, params.tribeId, query),
  );

  banChangeRoutes(routes, deps);
}

function banChangeRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/bans',
    {
      guards: [signedIn],
      operationId: 'banMember',
      summary: 'Ban a user from a tribe',
      params: TribeParams,
      body: NewBan,
      answer: Ok,
      status: 201,
    },
    async ({ actor, params, body }) => {
      await banMember(deps, actor, params.tribeId, body);
      return done;
    },
  );

  routes.delete(
    '/tribes/:tribeId/bans/:userId',
    {
      guards: [signedIn],
      operationId: 'unbanMember',
      summary: 'Lift a ban',
      params: MemberParams,
      answer: Ok,
      errors: [409],
    },
    async ({ actor, params }) => {
      await unbanMember(deps, actor, params);
      return done;
    },
  );
}
