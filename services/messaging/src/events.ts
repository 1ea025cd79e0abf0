import { moderatorRoles } from '@tribus/community/access.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { after, type Occurrence, on, onBatch } from '@tribus/kit/events/handlers.ts';
import { userActor } from '@tribus/kit/runtime/actor.ts';
import { PostDeleted, PostEdited, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import { JoinRequested, JoinResolved, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { notificationBudgets } from '../limits.ts';
import type { Deps } from './deps.ts';
import {
  followedPostNotification,
  followNotification,
  joinRequestNotification,
  joinResultNotification,
  messageNotification,
  messageNotificationId,
} from './notification-factory.ts';
import type { MessagingStore } from './store/store.ts';

const atATime = 200;

/** Whom to tell of what others did, where the own store suffices. */
export function messagingOn({ store }: Pick<Deps, 'store'>) {
  return [
    on(UserFollowed, async ({ userId, followedId, following }, { id, occurredAt }: EventMetadata) => {
      if (!following) return;
      const event = { id, occurredAt };
      if (!(await store.budgets.spend(notificationBudgets.followOfPair, ['follow', userId, followedId], event))) return;
      if (!(await store.budgets.spend(notificationBudgets.follows, ['follow', userId], event))) return;
      await store.notifications.upsert([followNotification({ userId: followedId, createdAt: occurredAt }, userId)]);
    }),

    onBatch(MessageSent, (sent: readonly Occurrence<MessageSent, EventMetadata>[]) => announceMessages(store, sent)),
  ];
}

/** The same, where others must be asked. In the order in which it happened: what is said of a request or a post, before its end is. */
export function messagingAfter(deps: Deps) {
  const { identity, tribes, store } = deps;
  return [
    after(JoinRequested, async ({ tribeId, userId }, { id, occurredAt }) => {
      const counted = ['join_request', userId, tribeId];
      const mayTell = await store.budgets.spend(notificationBudgets.joinRequests, counted, { id, occurredAt });
      const roles = [...moderatorRoles];
      const { userIds } = await tribes.listMemberIds({ tribeId, roles, cursor: '', limit: atATime });
      const to = (moderator: string) => ({ userId: moderator, createdAt: occurredAt });
      const items = userIds.map((moderator) => joinRequestNotification(to(moderator), userId, tribeId));
      // A request that waits is always in the list; only the pushing of it to open pages is bounded.
      await (mayTell ? store.notifications.upsert(items) : store.notifications.list(items));
    }),

    after(JoinResolved, async ({ tribeId, userId, status }, { id, occurredAt }) => {
      await store.notifications.removeJoinRequests(tribeId, userId);
      if (status !== 'approved' && status !== 'rejected') return;
      await store.notifications.upsert([
        joinResultNotification({ userId, createdAt: occurredAt }, id, tribeId, status),
      ]);
    }),

    after(PostPublished, async (post, { id, occurredAt }) => {
      if (!(await store.budgets.spend(notificationBudgets.posts, ['follow_post', post.authorId], { id, occurredAt })))
        return;
      // Who follows since is told of the next post, however late this one is heard of.
      const asOf = occurredAt.toISOString();
      let cursor = '';
      do {
        const page = await identity.listFollowers({ userId: post.authorId, cursor, limit: atATime, asOf });
        const readers = await readersOf(deps, post, page.userIds);
        await store.notifications.upsert(
          readers.map((userId) => followedPostNotification({ userId, createdAt: occurredAt }, id, post)),
        );
        cursor = page.nextCursor;
      } while (cursor !== '');
    }),

    after(PostEdited, async ({ postId, minLevelOrder }) => {
      if (minLevelOrder > 0) await store.notifications.setLevel(postId, minLevelOrder);
    }),

    after(PostDeleted, ({ postId }) => store.notifications.removeAboutPost(postId)),

    after(TribeDeleted, async ({ tribeId }) => {
      await store.notifications.removeAboutTribe(tribeId);
      await store.messages.deleteOfTribe(tribeId);
      await store.chat.deleteOfTribe(tribeId);
    }),
  ];
}

/** Brings the conversations of these messages to the front, and tells their recipients of those that are not read. */
async function announceMessages(
  { messages, notifications }: MessagingStore,
  sent: readonly Occurrence<MessageSent, EventMetadata>[],
): Promise<void> {
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
  await notifications.upsert([...raised.values()]);
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
