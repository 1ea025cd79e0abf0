import type { Context } from '@tribus/kit/core/context.ts';
import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { PostEdited, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted, UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import type { TribesTx } from './store/store.ts';
import { ensureHomininiMember, removeUser } from './user-lifecycle.ts';

/** Accounts come and go, and posts ask for levels. */
export const tribesOn = ({ ctx }: { ctx: Context }) => [
  on(PostPublished, (post, { tx }: InTransaction<TribesTx>) => noteLevel(tx, post)),
  on(PostEdited, (post, { tx }: InTransaction<TribesTx>) => noteLevel(tx, post)),
  on(UserRegistered, async ({ userId }, { tx }: InTransaction<TribesTx>) => {
    if (!(await tx.isActorDeleted(userId))) await ensureHomininiMember(ctx, tx, userId);
  }),
  on(UserDeleted, async ({ userId }, { tx }: InTransaction<TribesTx>) => {
    await tx.removeActor(userId);
    await removeUser(tx, userId);
  }),
];

/** Levels that posts ask for stay where they are (`level-editing.ts`); every post asks for the first. */
async function noteLevel(
  tx: TribesTx,
  { tribeId, minLevelOrder }: { tribeId: number; minLevelOrder: number },
): Promise<void> {
  if (minLevelOrder > 1) await tx.levels.noteAsked(tribeId, minLevelOrder);
}
