import { createHash } from 'node:crypto';
import type { MembershipChange, Queue, StoredModeration, StoredNotification } from './store/notifications.ts';

/** The notification of each event; the same event gives the same id. */

type NewNotification = Pick<StoredNotification, 'userId' | 'createdAt'>;

const blank = { tribeId: null, personId: null, postId: null, status: null, seen: false } as const;

/** One for each sender and tribe, replaced by their next message. */
export const messageNotificationId = (userId: string, fromUserId: string, tribeId: number): string =>
  idOf('message', userId, tribeId, fromUserId);

export function messageNotification(to: NewNotification, fromUserId: string, tribeId: number): StoredNotification {
  const _id = messageNotificationId(to.userId, fromUserId, tribeId);
  return { ...blank, ...to, _id, type: 'message', tribeId, personId: fromUserId };
}

/** One for each requester and tribe, however often they cancel and ask again. */
export function joinRequestNotification(to: NewNotification, requesterId: string, tribeId: number): StoredNotification {
  const _id = idOf('join_request', to.userId, tribeId, requesterId);
  return { ...blank, ...to, _id, type: 'join_request', tribeId, personId: requesterId };
}

export function joinResultNotification(
  to: NewNotification,
  eventId: string,
  tribeId: number,
  status: 'approved' | 'rejected',
): StoredNotification {
  return { ...blank, ...to, _id: idOf(eventId, to.userId), type: 'join_request_result', tribeId, status };
}

export function followedPostNotification(
  to: NewNotification,
  eventId: string,
  post: { postId: string; authorId: string; tribeId: number; minLevelOrder: number },
): StoredNotification {
  const { postId, authorId: personId, tribeId, minLevelOrder } = post;
  const _id = idOf(eventId, to.userId);
  return { ...blank, ...to, _id, type: 'follow_post', tribeId, personId, postId, minLevelOrder };
}

/** One for each member and post, however often it is marked. It is kept from those who are kept from the post's author. */
export function announcementNotification(
  to: NewNotification,
  post: { postId: string; authorId: string; tribeId: number; minLevelOrder: number },
): StoredNotification {
  const { postId, authorId: personId, tribeId, minLevelOrder } = post;
  const _id = idOf('announcement', to.userId, postId);
  return { ...blank, ...to, _id, type: 'announcement', tribeId, personId, postId, minLevelOrder };
}

/** One for each follower, however often they unfollow and follow again. */
export function followNotification(to: NewNotification, followerId: string): StoredNotification {
  return { ...blank, ...to, _id: idOf('follow', to.userId, followerId), type: 'follow', personId: followerId };
}

/** One for each level of a tribe. */
export const levelUpNotificationId = (userId: string, tribeId: number, levelTo: number): string =>
  idOf('level_up', userId, tribeId, levelTo);

export function levelUpNotification(to: NewNotification, tribeId: number, levelTo: number): StoredNotification {
  const _id = levelUpNotificationId(to.userId, tribeId, levelTo);
  return { ...blank, ...to, _id, type: 'level_up_result', tribeId, levelTo };
}

/** One for each submission, also when its decision was taken back and taken again. */
export function submissionResultNotification(
  to: NewNotification,
  { tribeId, submissionId, status }: { tribeId: number; submissionId: string; status: 'approved' | 'rejected' },
): StoredNotification {
  return {
    ...blank,
    ...to,
    _id: idOf('submission', to.userId, submissionId),
    type: 'submission_result',
    tribeId,
    status,
  };
}

/** One for each moderator and tribe, and one of the site for each admin, however many wait. */
export function waitingNotification(
  to: NewNotification,
  { type, tribeId }: Queue,
  waiting: number,
): StoredNotification {
  const _id = idOf(queueNames[type], to.userId, tribeId ?? 0);
  return { ...blank, ...to, _id, type, tribeId, waiting };
}

const queueNames: Readonly<Record<Queue['type'], string>> = {
  submissions_waiting: 'submissions',
  cases_waiting: 'cases',
  site_cases_waiting: 'site_cases',
};

/** One for each copy of one's data. */
export function dataExportNotification(to: NewNotification, exportId: string, expiresAt: Date): StoredNotification {
  return { ...blank, ...to, _id: idOf('data_export', to.userId, exportId), type: 'data_export', expiresAt };
}

/** One for each report. */
export function reportNotification(
  to: NewNotification,
  reportId: string,
  tribeId: number | null,
  moderation: StoredModeration,
): StoredNotification {
  return { ...blank, ...to, _id: idOf('report', reportId), type: 'report_result', tribeId, moderation };
}

/** One for each step of a case. */
export function moderationNotification(
  to: NewNotification,
  eventId: string,
  tribeId: number | null,
  moderation: StoredModeration,
): StoredNotification {
  return { ...blank, ...to, _id: idOf(eventId, to.userId), type: 'moderation', tribeId, moderation };
}

/** What a change of a membership is about: a later one takes the place of an earlier one. */
const membershipPart: Readonly<Record<MembershipChange, 'place' | 'writing' | 'role' | 'offer'>> = {
  banned: 'place',
  removed: 'place',
  restricted: 'writing',
  unrestricted: 'writing',
  owner: 'role',
  officer: 'role',
  member: 'role',
  offered: 'offer',
  declined: 'offer',
};

/** Of the offer of a tribe, to who is asked. */
export const offerNotificationId = (userId: string, tribeId: number): string =>
  idOf('membership', userId, tribeId, membershipPart.offered);

/** One for each person, tribe and part of their membership, however often it changes. */
export function membershipNotification(
  to: NewNotification,
  { tribeId, change, until = null }: { tribeId: number; change: MembershipChange; until?: Date | null },
): StoredNotification {
  const _id = idOf('membership', to.userId, tribeId, membershipPart[change]);
  return { ...blank, ...to, _id, type: 'membership_changed', tribeId, change, until };
}

const idOf = (...words: (string | number)[]): string =>
  createHash('sha256').update(words.join(':')).digest('base64url');
