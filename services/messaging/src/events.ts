import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { after, type Occurrence, on, onBatch } from '@tribus/kit/events/handlers.ts';
import { PostDeleted, PostEdited, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import { JoinRequested, JoinResolved, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import {
  announceFollower,
  announceJoinRequest,
  announceJoinResult,
  announceMessages,
  announcePost,
} from './announcements.ts';
import type { Deps } from './deps.ts';

/** Notifies users of what others did, where the own store suffices. */
export function messagingOn(own: Pick<Deps, 'store'>) {
  return [
    on(UserFollowed, (event, metadata: EventMetadata) => announceFollower(own, event, metadata)),
    onBatch(MessageSent, (sent: readonly Occurrence<MessageSent, EventMetadata>[]) => announceMessages(own, sent)),
  ];
}

/** The same, where others must be asked; in the order in which it happened: a request or a post is announced before its end. */
export function messagingAfter(deps: Deps) {
  const { store } = deps;
  return [
    after(JoinRequested, (event, metadata) => announceJoinRequest(deps, event, metadata)),
    after(JoinResolved, (event, metadata) => announceJoinResult(deps, event, metadata)),
    after(PostPublished, (event, metadata) => announcePost(deps, event, metadata)),
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
