import { createHash } from 'node:crypto';
import type { Tx } from '@tribus/kit/postgres/postgres.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { likeLinesPerDay } from '../limits.ts';
import { addLine, linesAmong, type NewLine, takeOutLine } from './store/ledger.ts';
import type { GamificationDb } from './store/tables.ts';

export type LikeLine = Omit<NewLine, 'cause' | 'causeId'> & { cause: 'like' | 'like_removed' };

/**
 * Writes that a like was counted or taken back; answers the new sum. `likeId` tells the likes of one person apart. One
 * like that is toggled writes `likeLinesPerDay` lines of either kind a day: from then on the newest line of the other
 * kind is taken out instead, which comes to the same sum, so that a ledger does not grow with every toggle.
 */
export async function writeLikeLine(
  { newId }: Context,
  tx: Tx<GamificationDb>,
  likeId: string,
  line: LikeLine,
  eventId: string,
): Promise<number | undefined> {
  const { userId, cause } = line;
  const opposite = cause === 'like' ? 'like_removed' : 'like';
  const day = line.at.toISOString().slice(0, 10);
  // Hashed, since the id names who likes: an author's ledger must not keep that when the other account is deleted.
  const like = createHash('sha256').update(likeId).digest('base64url');
  const ids = Array.from({ length: likeLinesPerDay }, (_, index) => `${like}:${day}:${index + 1}`);
  const written = await linesAmong(tx, userId, [cause, opposite], ids);
  const has = (kind: string) => (id: string) => written.some((each) => each.cause === kind && each.causeId === id);
  const free = ids.find((id) => !has(cause)(id));
  if (free) return addLine(tx, newId(), { ...line, causeId: free });
  const newest = ids.findLast(has(opposite));
  if (newest) return takeOutLine(tx, { userId, cause: opposite, causeId: newest });
  return addLine(tx, newId(), { ...line, causeId: eventId });
}
