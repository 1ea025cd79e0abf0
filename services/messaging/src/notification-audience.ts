import type { Audience, AudienceKind } from '@tribus/community/delivery-gate.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import type { Deps } from './deps.ts';
import type { AudienceFields, NotificationType, StoredNotification } from './store/notification.ts';
import { deleteOfDeletedUsers } from './user-deletion.ts';

/** The audience of each type of notification. The requester receives the result of a join request, member or not. */
const audienceKinds: Record<NotificationType, AudienceKind> = {
  join_request: 'moderators',
  join_request_result: 'anyone',
  message: 'members',
  follow_post: 'followers',
  announcement: 'members',
  follow: 'anyone',
  data_export: 'anyone',
  // Personal, independent of membership: a banned user also receives the reason.
  report_result: 'anyone',
  moderation: 'anyone',
  level_up_result: 'members',
  submission_result: 'members',
  submissions_waiting: 'moderators',
  cases_waiting: 'moderators',
  site_cases_waiting: 'admins',
  membership_changed: 'anyone',
};

/** Returns the audience of a notification; checked at every delivery. */
export const toAudience = ({ tribeId, type, minLevelOrder, personId }: AudienceFields): Audience => ({
  tribeId,
  kind: audienceKinds[type],
  minLevelOrder,
  byId: personId,
  isPersonal: true,
});

/** Writes notifications and pushes them to open pages; one with the same id is replaced. */
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
  await deleteOfDeleted(own, raised);
}

/** As `raiseNotifications`, without a push. */
export async function listNotifications(
  own: Pick<Deps, 'store'>,
  listed: readonly StoredNotification[],
): Promise<void> {
  await own.store.notifications.list(listed);
  await deleteOfDeleted(own, listed);
}

/** Hides the notification of what has ended, unless it was raised again since. */
export async function hideEnded(own: Pick<Deps, 'store'>, ended: StoredNotification): Promise<void> {
  await own.store.notifications.hideEnded(ended);
  await deleteOfDeleted(own, [ended]);
}

/** Deletes what was written concurrently with the deletion of a user, or of a tribe that limits its audience. */
async function deleteOfDeleted(own: Pick<Deps, 'store'>, written: readonly StoredNotification[]): Promise<void> {
  await deleteOfDeletedUsers(own, written.flatMap(involvedUserIds));
  const ofMembers = written.filter(({ type, tribeId }) => tribeId !== null && audienceKinds[type] !== 'anyone');
  const deleted = new Set(await own.store.deletedTribes.among(ofMembers.map(({ tribeId }) => String(tribeId))));
  for (const { userId, _id, tribeId } of ofMembers)
    if (deleted.has(String(tribeId))) await own.store.notifications.remove(userId, _id);
}

/** The recipient and the subject. */
const involvedUserIds = ({ userId, personId }: StoredNotification): string[] => [
  userId,
  ...(personId ? [personId] : []),
];

function raisedEvent(notification: StoredNotification): NotificationRaised {
  const { tribeId, kind, minLevelOrder } = toAudience(notification);
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
