import { type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { AdminUser, AdminUsers, LimitsChange, NewUser, UserChange, UserSessions, UsersQuery } from '../../api/users.ts';
import { IdParams } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { ensureHomininiMember } from '../hominini.ts';
import { deleteUser } from '../leaving.ts';
import { setLimitsLifted } from '../limits-lifting.ts';
import { presentAdminUser, presentUserSession } from '../present-users.ts';
import { changeUser, createUser, endUserSessions, findUser, listUserSessions, listUsers } from '../users.ts';

export function userRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/users',
    { guards: [siteAdmin], operationId: 'listUsers', summary: 'All accounts', query: UsersQuery, answer: AdminUsers },
    async ({ query }) => {
      const { items, total } = await listUsers(deps, query);
      return { items: items.map((user) => presentAdminUser(deps, user)), total };
    },
  );

  routes.get(
    '/admin/users/:id',
    { guards: [siteAdmin], operationId: 'readUser', summary: 'An account', params: IdParams, answer: AdminUser },
    async ({ params }) => presentAdminUser(deps, await findUser(deps, params.id)),
  );

  routes.post(
    '/admin/users',
    {
      guards: [siteAdmin],
      operationId: 'createUser',
      summary: 'Create an account for another person',
      body: NewUser,
      answer: AdminUser,
      status: 201,
    },
    async ({ actor, body }) => {
      const id = await createUser(deps, actor, body);
      await ensureHomininiMember(deps, id);
      return presentAdminUser(deps, await findUser(deps, id));
    },
  );

  userChangeRoutes(routes, deps);
}

function userChangeRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/admin/users/:id',
    {
      guards: [siteAdmin],
      operationId: 'changeUser',
      summary: 'Change an account',
      params: IdParams,
      body: UserChange,
      answer: AdminUser,
      errors: [409],
    },
    async ({ actor, params, body }) => {
      await changeUser(deps, actor, params.id, body);
      return presentAdminUser(deps, await findUser(deps, params.id));
    },
  );

  routes.delete(
    '/admin/users/:id',
    {
      guards: [siteAdmin],
      operationId: 'deleteUser',
      summary: 'Delete an account permanently',
      params: IdParams,
      answer: Ok,
      errors: [409],
    },
    async ({ actor, params }) => {
      await deleteUser(deps, actor, params.id);
      return done;
    },
  );

  limitRoutes(routes, deps);

  sessionRoutes(routes, deps);
}

function sessionRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/users/:id/sessions',
    {
      guards: [siteAdmin],
      operationId: 'listUserSessions',
      summary: 'The sessions of a user',
      params: IdParams,
      answer: UserSessions,
    },
    async ({ params }) => ({ items: (await listUserSessions(deps, params.id)).map(presentUserSession) }),
  );

  routes.delete(
    '/admin/users/:id/sessions',
    {
      guards: [siteAdmin],
      operationId: 'endUserSessions',
      summary: 'End all sessions of a user',
      params: IdParams,
      answer: Ok,
    },
    async ({ actor, params }) => {
      await endUserSessions(deps, actor, params.id);
      return done;
    },
  );
}

function limitRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/admin/users/:id/limits',
    {
      guards: [siteAdmin],
      operationId: 'changeUserLimits',
      summary: 'Lift or restore the limits of a new account',
      params: IdParams,
      body: LimitsChange,
      answer: AdminUser,
    },
    async ({ actor, params, body }) => {
      await setLimitsLifted(deps, actor, params.id, body.lifted);
      return presentAdminUser(deps, await findUser(deps, params.id));
    },
  );
}
