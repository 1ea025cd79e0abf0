import { type EventHandler, type EventMetadata, on } from '@tribus/kit/events/events.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { ReactionStore } from './store/reactions.ts';

/** Deletes the reactions to what was deleted. What open streams receive is in fan-out.ts. */
export function vibeEvents(reactions: ReactionStore): EventHandler<EventMetadata>[] {
  return [
    on(PostDeleted, ({ postId }) => reactions.deleteVibe(postId)),
    on(TribeDeleted, ({ tribeId }) => reactions.deleteTribe(tribeId)),
  ];
}
