import type { Audience, AudienceKind } from '@tribus/community/delivery-gate.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import type { Deps } from './deps.ts';
import type { NotificationScope, NotificationType, StoredNotification } from './store/notifications.ts';

/** Who may receive a notification of each type. The result of a join request is its requester's, member or not. */
const audienceKinds: Record<NotificationType, AudienceKind> = {
  join_request: 'moderators',
  join_request_result: 'anyone',
  message: 'members',
  follow_post: 'readers',
  follow: 'anyone',
};

/** Who may receive it; checked whenever it is delivered. */
export const audienceOf = ({ tribeId, type, minLevelOrder }: NotificationScope): Audience => ({
  tribeId,
  kind: audienceKinds[type],
  minLevelOrder,
});

/** Writes notifications, which are pushed to open pages; one of the same id is replaced. */
export function raiseNotifications(
  { store }: Pick<Deps, 'store'>,
  raised: readonly StoredNotification[],
): Promise<void> {
  return store.notifications.upsert(
    raised.map((notification) => ({
      notification,
      event: store.event(NotificationRaised, raisedEvent(notification)),
    })),
  );
}

function raisedEvent(notification: StoredNotification): NotificationRaised {
  const { tribeId, kind, minLevelOrder } = audienceOf(notification);
  return {
    userId: notification.userId,
    notificationId: notification._id,
    type: notification.type,
    tribeId: tribeId ?? 0,
    audience: kind,
    minLevelOrder: minLevelOrder ?? 0,
  };
}
