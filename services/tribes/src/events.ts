import type { Context } from '@tribus/kit/core/context.ts';
import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { PostEdited, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted, UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import type { TribesTx } from './store/store.ts';
import { ensureHomininiMember, removeUser } from './user-lifecycle.ts';

/** Handlers for account events and for the levels that posts require. */
export const storeHandlers = ({ ctx }: { ctx: Context }) => [
  on(PostPublished, (post, { tx }: InTransaction<TribesTx>) => recordRequiredLevel(tx, post)),
  on(PostEdited, (post, { tx }: InTransaction<TribesTx>) => recordRequiredLevel(tx, post)),
  on(UserRegistered, async ({ userId }, { tx }: InTransaction<TribesTx>) => {
    if (!(await tx.isActorDeleted(userId))) await ensureHomininiMember(ctx, tx, userId);
  }),
  on(UserDeleted, async ({ userId }, { tx }: InTransaction<TribesTx>) => {
    await tx.removeActor(userId);
    await removeUser(tx, userId);
  }),
];

/**
 * A level required by a post cannot be moved (`level-editing.ts`); level 1 needs no record. Content records it before it
 * stores the post; earlier versions of content only emit the event.
 */
async function recordRequiredLevel(
  tx: TribesTx,
  { tribeId, minLevelOrder }: { tribeId: number; minLevelOrder: number },
): Promise<void> {
  if (minLevelOrder > 1) await tx.levels.recordRequiredLevel(tribeId, minLevelOrder);
}
