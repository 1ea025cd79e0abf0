import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { SubmissionQueueChanged } from '@tribus/proto/tribes/v1/events.ts';
import type {
  CountWaitingSubmissionsRequest,
  CountWaitingSubmissionsResponse,
} from '@tribus/proto/tribes/v1/service.ts';
import { countedUsersMax } from '../limits.ts';
import type { Deps } from './deps.ts';
import { deleteOrphans } from './orphan-deletion.ts';
import type { TribesTx } from './store/store.ts';

/** For versions that read the number of pending submissions in the event. */
const forPreviousVersions = { waiting: 1 };

/** Emits a change of a tribe's pending submissions; `authorId` is the author of an added one. */
export function emitQueue(
  tx: TribesTx,
  tribeId: number,
  { added, authorId = '' }: { added: boolean; authorId?: string },
): void {
  tx.emit(SubmissionQueueChanged, { tribeId, ...forPreviousVersions, added, authorId });
}

/**
 * Counts the pending submissions of a tribe for each of these users, without their own. Throws invalid_input for more
 * users than the limit per request.
 */
export async function countWaitingSubmissions(
  { store }: Pick<Deps, 'store'>,
  { tribeId, userIds }: CountWaitingSubmissionsRequest,
): Promise<CountWaitingSubmissionsResponse> {
  if (userIds.length > countedUsersMax) throw fail('invalid_input');
  const { counts, countedAt } = await store.waitingSubmissions.countFor(userIds, tribeId);
  return { counts, countedAt: countedAt.toISOString() };
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
  if (waiting > 0) emitQueue(tx, tribeId, { added: false });
}
