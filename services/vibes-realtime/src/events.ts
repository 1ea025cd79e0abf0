import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { type EventHandlers, on } from '@tribus/kit/events/handlers.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { ReactionStore } from './store/reactions.ts';

/** Deletes the reactions to what was deleted. What open streams receive is in fan-out.ts. */
export function vibeEvents(reactions: ReactionStore): EventHandlers<EventMetadata> {
  return {
    on: [
      on(PostDeleted, ({ postId }, _context: EventMetadata) => reactions.deleteVibe(postId)),
      on(TribeDeleted, ({ tribeId }, _context: EventMetadata) => reactions.deleteTribe(tribeId)),
    ],
  };
}
