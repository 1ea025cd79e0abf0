import type { Audience, AudienceKind } from '@tribus/community/delivery-gate.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import type { Deps } from './deps.ts';
import type { NotificationScope, NotificationType, StoredNotification } from './store/notifications.ts';
import { deleteOfThoseGone } from './user-deletion.ts';

/** Who may receive a notification of each type. The result of a join request is its requester's, member or not. */
const audienceKinds: Record<NotificationType, AudienceKind> = {
  join_request: 'moderators',
  join_request_result: 'anyone',
  message: 'members',
  follow_post: 'followers',
  announcement: 'members',
  follow: 'anyone',
  data_export: 'anyone',
  // Theirs, member or not: who was banned hears why, too.
  report_result: 'anyone',
  moderation: 'anyone',
  level_up_result: 'members',
  submission_result: 'members',
  submissions_waiting: 'moderators',
  cases_waiting: 'moderators',
  site_cases_waiting: 'admins',
  membership_changed: 'anyone',
};

/** Who may receive it; checked whenever it is delivered. */
export const audienceOf = ({ tribeId, type, minLevelOrder, personId }: NotificationScope): Audience => ({
  tribeId,
  kind: audienceKinds[type],
  minLevelOrder,
  byId: personId,
  isPersonal: true,
});

/** Writes notifications, which are pushed to open pages; one of the same id is replaced. */
export async function raiseNotifications(
  own: Pick<Deps, 'store'>,
  raised: readonly StoredNotification[],
): Promise<void> {
  const { store } = own;
  await store.notifications.upsert(
    raised.map((notification) => ({
      notification,
      event: store.event(NotificationRaised, raisedEvent(notification)),
    })),
  );
  await deleteOfThoseGone(own, raised.flatMap(peopleOf));
}

/** The same without pushing them. */
export async function listNotifications(
  own: Pick<Deps, 'store'>,
  listed: readonly StoredNotification[],
): Promise<void> {
  await own.store.notifications.list(listed);
  await deleteOfThoseGone(own, listed.flatMap(peopleOf));
}

/** Whose it is, and whom it is about. */
const peopleOf = ({ userId, personId }: StoredNotification): string[] => [userId, ...(personId ? [personId] : [])];

function raisedEvent(notification: StoredNotification): NotificationRaised {
  const { tribeId, kind, minLevelOrder } = audienceOf(notification);
  return {
    userId: notification.userId,
    notificationId: notification._id,
    type: notification.type,
    tribeId: tribeId ?? 0,
    audience: kind,
    minLevelOrder: minLevelOrder ?? 0,
    personId: notification.personId ?? '',
  };
}
