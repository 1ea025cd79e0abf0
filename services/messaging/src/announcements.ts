import { moderatorRoles } from '@tribus/community/access.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { Occurrence } from '@tribus/kit/events/handlers.ts';
import { userActor } from '@tribus/kit/runtime/actor.ts';
import type { PostPublished } from '@tribus/proto/content/v1/events.ts';
import type { UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import type { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import type { JoinRequested, JoinResolved } from '@tribus/proto/tribes/v1/events.ts';
import { notificationBudgets } from '../limits.ts';
import type { Deps } from './deps.ts';
import { raiseNotifications } from './notification-audience.ts';
import {
  followedPostNotification,
  followNotification,
  joinRequestNotification,
  joinResultNotification,
  messageNotification,
  messageNotificationId,
} from './notification-factory.ts';

/** Who is notified of what others did. */

const atATime = 200;

/** Notifies a user of a new follower, within the budgets of the pair and of the follower. */
export async function announceFollower(
  deps: Pick<Deps, 'store'>,
  { userId, followedId, following }: UserFollowed,
  { id, occurredAt }: EventMetadata,
): Promise<void> {
  if (!following) return;
  const { budgets } = deps.store;
  const event = { id, occurredAt };
  if (!(await budgets.spend(notificationBudgets.followOfPair, ['follow', userId, followedId], event))) return;
  if (!(await budgets.spend(notificationBudgets.follows, ['follow', userId], event))) return;
  await raiseNotifications(deps, [followNotification({ userId: followedId, createdAt: occurredAt }, userId)]);
}

/**
 * Notifies the moderators of a request to join. One that waits is always in their lists; only what is pushed to open
 * pages is bounded.
 */
export async function announceJoinRequest(
  deps: Deps,
  { tribeId, userId }: JoinRequested,
  { id, occurredAt }: EventMetadata,
): Promise<void> {
  const { tribes } = deps;
  const { budgets, notifications } = deps.store;
  const counted = ['join_request', userId, tribeId];
  const isPushed = await budgets.spend(notificationBudgets.joinRequests, counted, { id, occurredAt });
  const roles = [...moderatorRoles];
  const { userIds } = await tribes.listMemberIds({ tribeId, roles, cursor: '', limit: atATime });
  const to = (moderator: string) => ({ userId: moderator, createdAt: occurredAt });
  const items = userIds.map((moderator) => joinRequestNotification(to(moderator), userId, tribeId));
  await (isPushed ? raiseNotifications(deps, items) : notifications.list(items));
}

/** Notifies the requester of an approval or a rejection; the moderators' notifications of the request are deleted. */
export async function announceJoinResult(
  deps: Deps,
  { tribeId, userId, status }: JoinResolved,
  { id, occurredAt }: EventMetadata,
): Promise<void> {
  await deps.store.notifications.removeJoinRequests(tribeId, userId);
  if (status !== 'approved' && status !== 'rejected') return;
  await raiseNotifications(deps, [joinResultNotification({ userId, createdAt: occurredAt }, id, tribeId, status)]);
}

/** Notifies the author's followers who may see the post. Those who follow later are notified of the next one. */
export async function announcePost(deps: Deps, post: PostPublished, { id, occurredAt }: EventMetadata): Promise<void> {
  const { identity, store } = deps;
  if (!(await store.budgets.spend(notificationBudgets.posts, ['follow_post', post.authorId], { id, occurredAt })))
    return;
  const asOf = occurredAt.toISOString();
  let cursor = '';
  do {
    const page = await identity.listFollowers({ userId: post.authorId, cursor, limit: atATime, asOf });
    const readers = await readersOf(deps, post, page.userIds);
    await raiseNotifications(
      deps,
      readers.map((userId) => followedPostNotification({ userId, createdAt: occurredAt }, id, post)),
    );
    cursor = page.nextCursor;
  } while (cursor !== '');
}

/** Brings the conversations of these messages to the front, and notifies the recipients of those that are unread. */
export async function announceMessages(
  deps: Pick<Deps, 'store'>,
  sent: readonly Occurrence<MessageSent, EventMetadata>[],
): Promise<void> {
  const { messages, notifications } = deps.store;
  const ids = sent.map(({ event }) => event.messageId);
  const found = await messages.findMany(ids);
  await messages.touchConversations([...found.values()]);
  const unread = sent.filter(({ event }) => found.get(event.messageId)?.read === false);
  const raised = new Map(
    unread.map(({ event: { fromUserId, toUserId, tribeId }, context }) => {
      const notification = messageNotification(
        { userId: toUserId, createdAt: context.occurredAt },
        fromUserId,
        tribeId,
      );
      return [notification._id, notification];
    }),
  );
  await raiseNotifications(deps, [...raised.values()]);
  // Read in between: that reading found no notification to delete.
  const readSince = await messages.readAmong(unread.map(({ event }) => event.messageId));
  for (const { fromUserId, toUserId, tribeId } of readSince)
    await notifications.remove(toUserId, messageNotificationId(toUserId, fromUserId, tribeId));
}

/** Those of the followers who may see the post. */
async function readersOf(
  { gate }: Deps,
  { tribeId, authorId, minLevelOrder }: PostPublished,
  followers: readonly string[],
): Promise<string[]> {
  const readers = followers.filter((id) => id !== authorId).map((id) => userActor(id));
  const mayKnow = await gate.openTo(readers, { tribeId, kind: 'readers', minLevelOrder });
  return readers.filter(mayKnow).map(({ id }) => id);
}
