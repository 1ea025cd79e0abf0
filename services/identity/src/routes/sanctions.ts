import { anyone, type Routes, signedIn, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  AppealAnswer,
  Appeals,
  AppealsQuery,
  Lifting,
  NewSanction,
  OwnAppeal,
  OwnSanctions,
  Sanction,
  Sanctions,
  SuspendedAppeal,
  Suspension,
  SuspensionNotice,
} from '../../api/sanctions.ts';
import { IdParams } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { presentOwnSanction, presentSanction } from '../present-users.ts';
import {
  answerAppeal,
  appealOwn,
  confirmWarning,
  findSanction,
  imposeSanction,
  liftSanction,
  listAppeals,
  listOwnSanctions,
  listSanctions,
} from '../sanctions.ts';
import { appealSuspension, readSuspension } from '../suspension.ts';
import { findUser } from '../users.ts';

export function sanctionRoutes(routes: Routes, deps: Deps): void {
  adminRoutes(routes, deps);

  ownRoutes(routes, deps);

  routes.post(
    '/auth/suspension',
    {
      guards: [anyone],
      operationId: 'readSuspension',
      summary: 'The reason of a suspension after a sign-in with Google',
      body: SuspensionNotice,
      answer: Suspension,
      whileSilenced: true,
    },
    async ({ body }) => ({ details: await readSuspension(deps, body.notice) }),
  );

  routes.post(
    '/auth/appeals',
    {
      guards: [anyone],
      operationId: 'appealSuspension',
      summary: 'Appeal against a suspension by the proof of the refused login',
      body: SuspendedAppeal,
      answer: Ok,
      status: 201,
      whileSilenced: true,
      visitorsMayRepeat: true,
    },
    async ({ body }) => {
      await appealSuspension(deps, body.proof, body.text);
      return done;
    },
  );
}

function ownRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/sanctions',
    {
      guards: [signedIn],
      operationId: 'listOwnSanctions',
      summary: "The user's sanctions in force",
      answer: OwnSanctions,
    },
    async ({ actor }) => ({ items: (await listOwnSanctions(deps, actor)).map(presentOwnSanction) }),
  );

  routes.post(
    '/auth/me/sanctions/:id/seen',
    {
      guards: [signedIn],
      operationId: 'confirmWarning',
      summary: 'Confirm that a warning was read',
      params: IdParams,
      answer: Ok,
      whileSilenced: true,
    },
    async ({ actor, params }) => {
      await confirmWarning(deps, actor, params.id);
      return done;
    },
  );

  routes.post(
    '/auth/me/sanctions/:id/appeal',
    {
      guards: [signedIn],
      operationId: 'appealOwnSanction',
      summary: 'Appeal against a sanction, once',
      params: IdParams,
      body: OwnAppeal,
      answer: Ok,
      status: 201,
      whileSilenced: true,
    },
    async ({ actor, params, body }) => {
      await appealOwn(deps, actor, params.id, body.text);
      return done;
    },
  );
}

function adminRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/users/:id/sanctions',
    {
      guards: [siteAdmin],
      operationId: 'listSanctions',
      summary: 'The sanctions of a user',
      params: IdParams,
      answer: Sanctions,
    },
    async ({ params }) => {
      await findUser(deps, params.id);
      return { items: (await listSanctions(deps, params.id)).map(presentSanction) };
    },
  );

  routes.post(
    '/admin/users/:id/sanctions',
    {
      guards: [siteAdmin],
      operationId: 'imposeSanction',
      summary: 'Warn, silence or suspend a user',
      params: IdParams,
      body: NewSanction,
      answer: Sanction,
      status: 201,
    },
    async ({ actor, params, body }) =>
      presentSanction(await findSanction(deps, await imposeSanction(deps, actor, params.id, body))),
  );

  routes.post(
    '/admin/sanctions/:id/lift',
    {
      guards: [siteAdmin],
      operationId: 'liftSanction',
      summary: 'Lift a sanction',
      params: IdParams,
      body: Lifting,
      answer: Sanction,
    },
    async ({ actor, params, body }) => {
      await liftSanction(deps, actor, params.id, body.note);
      return presentSanction(await findSanction(deps, params.id));
    },
  );

  appealRoutes(routes, deps);
}

function appealRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/admin/sanctions/:id/appeal',
    {
      guards: [siteAdmin],
      operationId: 'answerAppeal',
      summary: 'Answer an appeal',
      params: IdParams,
      body: AppealAnswer,
      answer: Sanction,
      errors: [409],
    },
    async ({ actor, params, body }) => {
      await answerAppeal(deps, actor, params.id, body);
      return presentSanction(await findSanction(deps, params.id));
    },
  );

  routes.get(
    '/admin/appeals',
    {
      guards: [siteAdmin],
      operationId: 'listAppeals',
      summary: 'Appeals against sanctions, with the number of open ones',
      query: AppealsQuery,
      answer: Appeals,
    },
    async ({ query }) => {
      const { items, nextCursor, waiting } = await listAppeals(deps, query);
      return { items: items.map(presentSanction), nextCursor, waiting };
    },
  );
}
