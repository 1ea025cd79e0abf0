import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { SubmissionQueueChanged } from '@tribus/proto/tribes/v1/events.ts';
import { deleteOrphans } from './orphan-deletion.ts';
import type { TribesTx } from './store/store.ts';

/** Emits the number of a tribe's pending submissions; `authorId` is the author of an added one. */
export async function emitQueue(
  tx: TribesTx,
  tribeId: number,
  { added, authorId = '' }: { added: boolean; authorId?: string },
): Promise<void> {
  const waiting = await tx.waitingSubmissions.count(tribeId);
  const own = waiting === 0 ? [] : await tx.waitingSubmissions.countOfModerators(tribeId);
  tx.emit(SubmissionQueueChanged, { tribeId, waiting, added, own, authorId });
}

/**
 * Ends a member's submissions with their membership, as their level ends: a returning member starts anew. Points stay
 * and are not awarded twice, and the pause between two quiz attempts continues.
 */
export async function endProgress(tx: TribesTx, tribeId: number, userId: string): Promise<void> {
  const { keys, waiting, hasRest } = await tx.submissions.endOfMember(tribeId, userId);
  if (hasRest) await tx.enqueue(deleteOrphans, {});
  await tx.levelUps.deleteOfMember(tribeId, userId);
  await dropAfterCommit(tx, keys);
  if (waiting > 0) await emitQueue(tx, tribeId, { added: false });
}
