import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { on } from '@tribus/kit/events/handlers.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { Deps } from './deps.ts';
import { deleteUser } from './user-deletion.ts';

/**
 * Deletes the reactions to deleted posts, and those of deleted users. Events for open streams are handled in
 * fan-out.ts.
 */
export const storeHandlers = (own: Pick<Deps, 'store'>) => [
  on(PostDeleted, ({ postId }, _context: EventMetadata) => own.store.reactions.deleteVibe(postId)),
  on(UserDeleted, ({ userId }, _context: EventMetadata) => deleteUser(own, userId)),
  on(TribeDeleted, ({ tribeId }, _context: EventMetadata) => own.store.reactions.deleteTribe(tribeId)),
];
