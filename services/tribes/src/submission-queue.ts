import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { SubmissionQueueChanged } from '@tribus/proto/tribes/v1/events.ts';
import { deleteOrphans } from './orphan-deletion.ts';
import type { TribesTx } from './store/store.ts';

/** Emits how many submissions of a tribe wait now. */
export async function emitQueue(tx: TribesTx, tribeId: number, { added }: { added: boolean }): Promise<void> {
  tx.emit(SubmissionQueueChanged, { tribeId, waiting: await tx.submissions.countPending(tribeId), added });
}

/**
 * What somebody submitted goes with their membership, as their level does: who comes back begins anew. Points that it
 * brought stay and are not given twice, and the pause between two tries of a quiz goes on.
 */
export async function endProgress(tx: TribesTx, tribeId: number, userId: string): Promise<void> {
  const { keys, waiting, isRestLeft } = await tx.submissions.endOfMember(tribeId, userId);
  if (isRestLeft) await tx.enqueue(deleteOrphans, {});
  await tx.levelUps.deleteOfMember(tribeId, userId);
  await dropAfterCommit(tx, keys);
  if (waiting > 0) await emitQueue(tx, tribeId, { added: false });
}
