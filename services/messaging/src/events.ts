import { moderatorRoles } from '@tribus/community/access.ts';
import { type EventHandler, type EventMetadata, on } from '@tribus/kit/events/events.ts';
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

const atATime = 200;

/** Whom to tell of what others did. */
export function messagingEvents(deps: Deps): EventHandler<EventMetadata>[] {
  const { identity, tribes, notifications, messages, chat, budgets } = deps;
  return [
    on(JoinRequested, async ({ tribeId, userId }, { id, occurredAt }) => {
      const counted = ['join_request', userId, tribeId];
      const mayTell = await budgets.spend(notificationBudgets.joinRequests, counted, { id, occurredAt });
      const roles = [...moderatorRoles];
      const { userIds } = await tribes.listMemberIds({ tribeId, roles, cursor: '', limit: atATime });
      const to = (moderator: string) => ({ userId: moderator, createdAt: occurredAt });
      const items = userIds.map((moderator) => joinRequestNotification(to(moderator), userId, tribeId));
      // A request that waits is always in the list; only the pushing of it to open pages is bounded.
      await (mayTell ? notifications.upsert(items) : notifications.list(items));
    }),

    on(JoinResolved, async ({ tribeId, userId, status }, { id, occurredAt }) => {
      await notifications.removeJoinRequests(tribeId, userId);
      if (status !== 'approved' && status !== 'rejected') return;
      await notifications.upsert([joinResultNotification({ userId, createdAt: occurredAt }, id, tribeId, status)]);
    }),

    on(UserFollowed, async ({ userId, followedId, following }, { id, occurredAt }) => {
      if (!following) return;
      const event = { id, occurredAt };
      if (!(await budgets.spend(notificationBudgets.followOfPair, ['follow', userId, followedId], event))) return;
      if (!(await budgets.spend(notificationBudgets.follows, ['follow', userId], event))) return;
      await notifications.upsert([followNotification({ userId: followedId, createdAt: occurredAt }, userId)]);
    }),

    on(PostPublished, async (post, { id, occurredAt }) => {
      if (!(await budgets.spend(notificationBudgets.posts, ['follow_post', post.authorId], { id, occurredAt }))) return;
      // Who follows since is told of the next post, however late this one is heard of.
      const asOf = occurredAt.toISOString();
      let cursor = '';
      do {
        const page = await identity.listFollowers({ userId: post.authorId, cursor, limit: atATime, asOf });
        const readers = await readersOf(deps, post, page.userIds);
        await notifications.upsert(
          readers.map((userId) => followedPostNotification({ userId, createdAt: occurredAt }, id, post)),
        );
        cursor = page.nextCursor;
      } while (cursor !== '');
    }),

    on(MessageSent, async ({ messageId, fromUserId, toUserId, tribeId }, { occurredAt }) => {
      const message = await messages.find(messageId);
      if (!message) return;
      await messages.touchConversation(message);
      if (message.read) return;
      await notifications.upsert([
        messageNotification({ userId: toUserId, createdAt: occurredAt }, fromUserId, tribeId),
      ]);
      // Read in between: that reading found no notification to delete.
      if ((await messages.find(messageId))?.read)
        await notifications.remove(toUserId, messageNotificationId(toUserId, fromUserId, tribeId));
    }),

    on(PostEdited, async ({ postId, minLevelOrder }) => {
      if (minLevelOrder > 0) await notifications.setLevel(postId, minLevelOrder);
    }),

    on(PostDeleted, ({ postId }) => notifications.removeAboutPost(postId)),

    on(TribeDeleted, async ({ tribeId }) => {
      await notifications.removeAboutTribe(tribeId);
      await messages.deleteOfTribe(tribeId);
      await chat.deleteOfTribe(tribeId);
    }),
  ];
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
