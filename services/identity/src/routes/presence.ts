import { type Routes, signedIn, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { OnlineCount, PresenceAnswer, PresenceChoice, UserIdsQuery } from '../../api/presence.ts';
import type { Deps } from '../deps.ts';
import { choosePresence, countOnline, readPresence, readPresenceChoice } from '../presence.ts';

export function presenceRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/user/heartbeat',
    { guards: [signedIn], summary: 'Mark the caller as present', answer: Ok, whileSilenced: true },
    async ({ actor }) => {
      await deps.presence.mark(actor.id);
      return done;
    },
  );

  routes.get(
    '/user/presence',
    { guards: [signedIn], summary: 'Who of these users is online', query: UserIdsQuery, answer: PresenceAnswer },
    ({ actor, query }) => readPresence(deps, actor, query.ids),
  );

  routes.get(
    '/auth/me/presence',
    { guards: [signedIn], summary: 'Whether others see when the caller is online', answer: PresenceChoice },
    ({ actor }) => readPresenceChoice(deps, actor),
  );

  routes.put(
    '/auth/me/presence',
    {
      guards: [signedIn],
      summary: "Show or hide the caller's presence",
      body: PresenceChoice,
      answer: PresenceChoice,
      whileSilenced: true,
    },
    ({ actor, body }) => choosePresence(deps, actor, body),
  );

  routes.get('/admin/online-count', { guards: [siteAdmin], summary: 'How many are online', answer: OnlineCount }, () =>
    countOnline(deps),
  );
}
