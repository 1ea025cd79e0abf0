import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, IdParams, Ok } from '@tribus/kit/http/schemas.ts';
import { NotificationCount, Notifications, NotificationsQuery } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { countUnseen, deleteNotification, readNotifications } from '../notifications.ts';

export function notificationRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/notifications',
    {
      guards: [signedIn],
      operationId: 'listNotifications',
      summary: "The caller's notifications",
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
      summary: 'The number of unseen notifications',
      answer: NotificationCount,
    },
    async ({ actor }) => ({ count: await countUnseen(deps, actor) }),
  );

  notificationChangeRoutes(routes, deps);
}

function notificationChangeRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/notifications/seen',
    {
      guards: [signedIn],
      operationId: 'markNotificationsSeen',
      summary: 'Mark all notifications as seen',
      answer: Ok,
      whileSilenced: true,
      ignoresIdempotencyKey: true,
    },
    async ({ actor }) => {
      await deps.store.notifications.markSeen(actor.id);
      return done;
    },
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
