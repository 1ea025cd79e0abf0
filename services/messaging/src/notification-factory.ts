import { createHash } from 'node:crypto';
import type { StoredNotification } from './store/notifications.ts';

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

/** One for each follower, however often they unfollow and follow again. */
export function followNotification(to: NewNotification, followerId: string): StoredNotification {
  return { ...blank, ...to, _id: idOf('follow', to.userId, followerId), type: 'follow', personId: followerId };
}

const idOf = (...words: (string | number)[]): string =>
  createHash('sha256').update(words.join(':')).digest('base64url');
