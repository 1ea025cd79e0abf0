import { createHash } from 'node:crypto';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { changedBy } from './store/event-order.ts';
import type { MembershipChange, StoredModeration, StoredNotification } from './store/notification.ts';
import type { Queue } from './store/waiting-notifications.ts';

/** Builds the notification of each event; the same event yields the same id. */

type NewNotification = Pick<StoredNotification, 'userId' | 'createdAt' | 'eventId' | 'sequence'>;

/** The fields of a notification that its event determines. */
export const raisedBy = ({ id, occurredAt, sequence }: RaisingEvent): Omit<NewNotification, 'userId'> => ({
  createdAt: occurredAt,
  eventId: id,
  ...(sequence !== undefined && { sequence }),
});

/** The metadata of an event that raises or hides a notification. */
export type RaisingEvent = Pick<EventMetadata, 'id' | 'occurredAt' | 'sequence'>;

/** Fields of a notification that is hidden when its subject ends, and shown again when it begins again. */
const begun = ({ createdAt, sequence }: NewNotification) => ({
  isHidden: false,
  ...changedBy({ occurredAt: createdAt, sequence }),
});

const blank = { tribeId: null, personId: null, postId: null, status: null, seen: false } as const;

/** One per sender and tribe, replaced by their next message. */
export const messageNotificationId = (userId: string, fromUserId: string, tribeId: number): string =>
  idOf('message', userId, tribeId, fromUserId);

export function messageNotification(to: NewNotification, fromUserId: string, tribeId: number): StoredNotification {
  const _id = messageNotificationId(to.userId, fromUserId, tribeId);
  return { ...blank, ...to, _id, type: 'message', tribeId, personId: fromUserId };
}

/** The recipient of a marker that counts for all recipients. */
const everyone = '';

/** One per requester and tribe, also after a cancelled and repeated request. */
export function joinRequestNotification(to: NewNotification, requesterId: string, tribeId: number): StoredNotification {
  const _id = idOf('join_request', to.userId, tribeId, requesterId);
  return { ...blank, ...to, _id, type: 'join_request', tribeId, personId: requesterId };
}

/** The marker of the end of a request for all its recipients: the moderators of that time may be others now. */
export const joinRequestMarker = (
  event: Omit<NewNotification, 'userId'>,
  requesterId: string,
  tribeId: number,
): StoredNotification => joinRequestNotification({ userId: everyone, ...event }, requesterId, tribeId);

export function joinResultNotification(
  to: NewNotification,
  tribeId: number,
  status: 'approved' | 'rejected',
): StoredNotification {
  return { ...blank, ...to, _id: idOf(to.eventId, to.userId), type: 'join_request_result', tribeId, status };
}

export function followedPostNotification(
  to: NewNotification,
  post: { postId: string; authorId: string; tribeId: number; minLevelOrder: number },
): StoredNotification {
  const { postId, authorId: personId, tribeId, minLevelOrder } = post;
  const _id = idOf(to.eventId, to.userId);
  return { ...blank, ...to, _id, type: 'follow_post', tribeId, personId, postId, minLevelOrder };
}

/**
 * One per member and post, however often it is announced. Not visible to members separated from the author by a block
 * or a mute.
 */
export function announcementNotification(
  to: NewNotification,
  post: { postId: string; authorId: string; tribeId: number; minLevelOrder: number },
): StoredNotification {
  const { postId, authorId: personId, tribeId, minLevelOrder } = post;
  const _id = idOf('announcement', to.userId, postId);
  return { ...blank, ...to, _id, type: 'announcement', tribeId, personId, postId, minLevelOrder };
}

/** One per follower, also after unfollowing and following again. */
export function followNotification(to: NewNotification, followerId: string): StoredNotification {
  const _id = idOf('follow', to.userId, followerId);
  return { ...blank, ...to, ...begun(to), _id, type: 'follow', personId: followerId };
}

/** One per level of a tribe; a level that is reached again is celebrated again. */
export function levelUpNotification(to: NewNotification, tribeId: number, levelTo: number): StoredNotification {
  const _id = idOf('level_up', to.userId, tribeId, levelTo);
  return { ...blank, ...to, ...begun(to), _id, type: 'level_up_result', tribeId, levelTo, celebratedBy: null };
}

/** One per submission, also after a revoked and repeated decision. */
export function submissionResultNotification(
  to: NewNotification,
  { tribeId, submissionId, status }: { tribeId: number; submissionId: string; status: StoredNotification['status'] },
): StoredNotification {
  const _id = idOf('submission', to.userId, submissionId);
  return { ...blank, ...to, ...begun(to), _id, type: 'submission_result', tribeId, status };
}

/** One per moderator and tribe, and one per site admin, for any number of pending items. */
export const waitingNotificationId = ({ type, tribeId }: Queue, userId: string): string =>
  idOf(queueNames[type], userId, tribeId ?? 0);

export function waitingNotification(
  to: NewNotification,
  queue: Queue,
  count: Pick<StoredNotification, 'waiting' | 'countedAt'>,
): StoredNotification {
  return { ...blank, ...to, _id: waitingNotificationId(queue, to.userId), ...queue, ...count };
}

const queueNames: Readonly<Record<Queue['type'], string>> = {
  submissions_waiting: 'submissions',
  cases_waiting: 'cases',
  site_cases_waiting: 'site_cases',
};

/** One per data export. */
export function dataExportNotification(to: NewNotification, exportId: string, expiresAt: Date): StoredNotification {
  return { ...blank, ...to, _id: idOf('data_export', to.userId, exportId), type: 'data_export', expiresAt };
}

/** Returns the notification about a report; each report has its own. */
export function reportNotification(
  to: NewNotification,
  reportId: string,
  tribeId: number | null,
  moderation: StoredModeration,
): StoredNotification {
  return { ...blank, ...to, _id: idOf('report', reportId), type: 'report_result', tribeId, moderation };
}

/** One per step of a case. */
export function moderationNotification(
  to: NewNotification,
  tribeId: number | null,
  moderation: StoredModeration,
): StoredNotification {
  return { ...blank, ...to, _id: idOf(to.eventId, to.userId), type: 'moderation', tribeId, moderation };
}

/** The aspect of a membership that a change belongs to; a later change replaces an earlier one of the same aspect. */
const membershipAspect: Readonly<Record<MembershipChange, 'place' | 'writing' | 'role' | 'offer'>> = {
  banned: 'place',
  unbanned: 'place',
  removed: 'place',
  restricted: 'writing',
  unrestricted: 'writing',
  owner: 'role',
  officer: 'role',
  member: 'role',
  offered: 'offer',
  declined: 'offer',
};

/** One per person, tribe and aspect of their membership, however often it changes. */
export function membershipNotification(
  to: NewNotification,
  { tribeId, change, until = null }: { tribeId: number; change: MembershipChange; until?: Date | null },
): StoredNotification {
  const aspect = membershipAspect[change];
  const _id = idOf('membership', to.userId, tribeId, aspect);
  return {
    ...blank,
    ...to,
    ...((aspect === 'offer' || aspect === 'place') && begun(to)),
    _id,
    type: 'membership_changed',
    tribeId,
    change,
    until,
  };
}

const idOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join(':')).digest('base64url');
