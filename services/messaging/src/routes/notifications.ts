import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, IdParams, Ok } from '@tribus/kit/http/schemas.ts';
import {
  Celebration,
  CelebrationBody,
  NotificationCount,
  Notifications,
  NotificationsQuery,
  SeenBody,
} from '../../api.ts';
import type { Deps } from '../deps.ts';
import { countUnread } from '../messages.ts';
import { celebrateLevel, countUnseen, deleteNotification, readNotifications } from '../notifications.ts';

export function notificationRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/notifications',
    {
      guards: [signedIn],
      operationId: 'listNotifications',
      summary: "The viewer's notifications",
      query: NotificationsQuery,
      answer: Notifications,
    },
    ({ actor, query }) => readNotifications(deps, actor, query),
  );

  routes.get(
    '/notifications/count',
    {
      guards: [signedIn],
      operationId: 'countUnseenNotifications',
      summary: 'The numbers of unseen notifications and of unread direct messages',
      answer: NotificationCount,
    },
    async ({ actor }) => {
      const [count, messages] = await Promise.all([countUnseen(deps, actor), countUnread(deps, actor)]);
      return { count, messages };
    },
  );

  notificationChangeRoutes(routes, deps);
}

function notificationChangeRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/notifications/seen',
    {
      guards: [signedIn],
      operationId: 'markNotificationsSeen',
      summary: 'Mark notifications as seen, up to the newest that the viewer was given',
      body: SeenBody,
      bodyIsOptional: true,
      answer: Ok,
      whileSilenced: true,
      ignoresIdempotencyKey: true,
    },
    async ({ actor, body: { upTo } }) => {
      await deps.store.notifications.markSeen(actor.id, upTo && { ...upTo, createdAt: new Date(upTo.createdAt) });
      return done;
    },
  );

  routes.post(
    '/notifications/:id/celebrated',
    {
      guards: [signedIn],
      operationId: 'celebrateLevel',
      summary: 'Claim the celebration of a reached level, granted to one attempt',
      params: IdParams,
      body: CelebrationBody,
      answer: Celebration,
      whileSilenced: true,
      ignoresIdempotencyKey: true,
    },
    ({ actor, params, body }) => celebrateLevel(deps, actor, params.id, body.attempt),
  );

  routes.delete(
    '/notifications/:id',
    {
      guards: [signedIn],
      operationId: 'deleteNotification',
      summary: 'Delete a notification',
      params: IdParams,
      answer: Ok,
      whileSilenced: true,
    },
    async ({ actor, params }) => {
      await deleteNotification(deps, actor, params.id);
      return done;
    },
  );
}
