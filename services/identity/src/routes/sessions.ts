import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { IdParams, Sessions } from '../../api.ts';
import { clientInfoOf } from '../client-info.ts';
import type { Deps } from '../deps.ts';
import { endOtherSessions } from '../security.ts';
import { endOwnSession, listSessions, logOut } from '../sessions.ts';

export function sessionRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/auth/logout',
    { guards: [signedIn], operationId: 'logOut', summary: 'End the current session', answer: Ok, whileSilenced: true },
    async ({ actor }) => {
      await logOut(deps, actor);
      return done;
    },
  );

  routes.get(
    '/auth/sessions',
    { guards: [signedIn], operationId: 'listSessions', summary: "The user's sessions", answer: Sessions },
    async ({ actor, req }) => ({ items: await listSessions(deps, actor, clientInfoOf({ actor, req }).network) }),
  );

  routes.delete(
    '/auth/sessions/:id',
    {
      guards: [signedIn],
      operationId: 'endSession',
      summary: "End one of the user's sessions",
      params: IdParams,
      answer: Ok,
      whileSilenced: true,
    },
    async ({ params, actor }) => {
      await endOwnSession(deps, actor, params.id);
      return done;
    },
  );

  routes.delete(
    '/auth/sessions',
    {
      guards: [signedIn],
      operationId: 'endOtherSessions',
      summary: 'End all other sessions',
      answer: Ok,
      whileSilenced: true,
    },
    async ({ actor }) => {
      await endOtherSessions(deps, actor);
      return done;
    },
  );
}
