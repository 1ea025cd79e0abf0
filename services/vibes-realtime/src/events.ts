import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { on } from '@tribus/kit/events/handlers.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { Deps } from './deps.ts';

/** Deletes the reactions to what was deleted. What open streams receive is in fan-out.ts. */
export const vibesOn = ({ store }: Pick<Deps, 'store'>) => [
  on(PostDeleted, ({ postId }, _context: EventMetadata) => store.reactions.deleteVibe(postId)),
  on(TribeDeleted, ({ tribeId }, _context: EventMetadata) => store.reactions.deleteTribe(tribeId)),
];
