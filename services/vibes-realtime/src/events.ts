import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { on } from '@tribus/kit/events/handlers.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { ReactionStore } from './store/reactions.ts';

/** Deletes the reactions to what was deleted. What open streams receive is in fan-out.ts. */
export const vibesOn = (reactions: ReactionStore) => [
  on(PostDeleted, ({ postId }, _context: EventMetadata) => reactions.deleteVibe(postId)),
  on(TribeDeleted, ({ tribeId }, _context: EventMetadata) => reactions.deleteTribe(tribeId)),
];
