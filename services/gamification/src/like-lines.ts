import { createHash } from 'node:crypto';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { likeLinesPerDay } from '../limits.ts';
import { deleteLine, type NewLine, writeLine } from './ledger.ts';
import type { GamificationTx } from './store/store.ts';

export type LikeLine = Omit<NewLine, 'cause' | 'causeId'> & { cause: 'like' | 'like_removed' };

/**
 * Writes that a like was counted or taken back. `likeId` identifies the like of one person. One like that is toggled
 * writes `likeLinesPerDay` lines of either cause a day: from then on the newest line of the opposite cause is deleted
 * instead, which gives the same sum, so that a ledger does not grow with every toggle.
 */
export async function writeLikeLine(
  tx: GamificationTx,
  ctx: Context,
  likeId: string,
  line: LikeLine,
  eventId: string,
): Promise<void> {
  const { userId, cause } = line;
  const opposite = cause === 'like' ? 'like_removed' : 'like';
  const day = line.createdAt.toISOString().slice(0, 10);
  // Hashed, since the id names who likes: an author's ledger must not keep that when the other account is deleted.
  const like = createHash('sha256').update(likeId).digest('base64url');
  const ids = Array.from({ length: likeLinesPerDay }, (_, index) => `${like}:${day}:${index + 1}`);
  const written = await tx.ledger.find(userId, [cause, opposite], ids);
  const has = (kind: string) => (id: string) => written.some((each) => each.cause === kind && each.causeId === id);
  const free = ids.find((id) => !has(cause)(id));
  if (free) return writeLine(tx, ctx, { ...line, causeId: free });
  const newest = ids.findLast(has(opposite));
  if (newest) return deleteLine(tx, { userId, cause: opposite, causeId: newest }, { ...line, causeId: newest });
  return writeLine(tx, ctx, { ...line, causeId: eventId });
}
