import { type EventHandler, type EventMetadata, on } from '@tribus/kit/events/events.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { ReactionStore } from './store.ts';

/** What is gone takes its reactions with it. What open streams are told is in deliveries.ts. */
export function vibeEvents(reactions: ReactionStore): EventHandler<EventMetadata>[] {
  return [
    on(PostDeleted, ({ postId }) => reactions.deleteVibe(postId)),
    on(TribeDeleted, ({ tribeId }) => reactions.deleteTribe(tribeId)),
  ];
}
