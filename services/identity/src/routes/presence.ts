import { type Routes, signedIn, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { OnlineCount, PresenceAnswer, PresenceChoice, UserIdsQuery } from '../../api/presence.ts';
import type { Deps } from '../deps.ts';
import { choosePresence, countOnline, readPresence, readPresenceChoice } from '../presence.ts';

export function presenceRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/user/heartbeat',
    {
      guards: [signedIn],
      operationId: 'sendHeartbeat',
      summary: 'Mark the user as present',
      answer: Ok,
      whileSilenced: true,
      ignoresIdempotencyKey: true,
    },
    async ({ actor }) => {
      await deps.presence.mark(actor.id);
      return done;
    },
  );

  routes.get(
    '/user/presence',
    {
      guards: [signedIn],
      operationId: 'readPresence',
      summary: 'Which of these users are online',
      query: UserIdsQuery,
      answer: PresenceAnswer,
    },
    ({ actor, query }) => readPresence(deps, actor, query.ids),
  );

  presenceChoiceRoutes(routes, deps);
}

function presenceChoiceRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/presence',
    {
      guards: [signedIn],
      operationId: 'readPresenceChoice',
      summary: "Whether others see the user's presence",
      answer: PresenceChoice,
    },
    ({ actor }) => readPresenceChoice(deps, actor),
  );

  routes.put(
    '/auth/me/presence',
    {
      guards: [signedIn],
      operationId: 'choosePresence',
      summary: "Show or hide the user's presence",
      body: PresenceChoice,
      answer: PresenceChoice,
      whileSilenced: true,
    },
    ({ actor, body }) => choosePresence(deps, actor, body),
  );

  routes.get(
    '/admin/online-count',
    { guards: [siteAdmin], operationId: 'countOnline', summary: 'The number of users online', answer: OnlineCount },
    () => countOnline(deps),
  );
}
