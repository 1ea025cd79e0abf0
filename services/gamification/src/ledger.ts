import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { PointsAwarded } from '@tribus/proto/gamification/v1/events.ts';
import type { Ledger, LedgerQuery } from '../api.ts';
import type { Deps } from './deps.ts';
import { presentLedgerLine } from './present.ts';
import type { LedgerLine } from './store/ledger.ts';
import type { GamificationTx } from './store/store.ts';

/** A page of the caller's own ledger, the newest line first. */
export async function readLedger(
  { store, cursors }: Pick<Deps, 'store' | 'cursors'>,
  { id: userId }: Actor,
  { tribeId, limit, cursor }: LedgerQuery,
): Promise<Ledger> {
  const list = `ledger:${userId}:${tribeId ?? 'all'}`;
  const lines = await store.ledger.page(userId, tribeId, limit + 1, decodeCursor(cursors, list, cursor));
  const { items, next } = pageOf(cursors, list, lines, limit);
  return { items: items.map(presentLedgerLine), nextCursor: next };
}

/** A line that is to be written. */
export type NewLine = Omit<LedgerLine, 'id'>;

/** Writes a line, changes the user's points by it and emits an event; no effect for a cause that has a line, or 0 points. */
export async function writeLine(tx: GamificationTx, { newId }: Context, line: NewLine): Promise<void> {
  if (line.points === 0 || !(await tx.ledger.add({ id: newId(), ...line }))) return;
  emitAwarded(tx, line, await tx.totals.add(line.userId, line.tribeId, line.points));
}

/** Deletes a line and subtracts its points. The event carries `change`, which is what that amounts to. */
export async function deleteLine(
  tx: GamificationTx,
  line: Pick<LedgerLine, 'userId' | 'cause' | 'causeId'>,
  change: NewLine,
): Promise<void> {
  const deleted = await tx.ledger.delete(line);
  if (deleted) emitAwarded(tx, change, await tx.totals.add(line.userId, deleted.tribeId, -deleted.points));
}

/** Sets all points in a tribe to 0, with a line for each user who had any. */
export async function clearTribe(tx: GamificationTx, { newId }: Context, tribeId: number, at: Date): Promise<void> {
  const lines = (await tx.totals.clearTribe(tribeId)).map(({ userId, points }): LedgerLine => {
    const causeId = String(tribeId);
    return {
      id: newId(),
      userId,
      tribeId,
      points: -points,
      cause: 'tribe_removed',
      causeId,
      postId: null,
      createdAt: at,
    };
  });
  await tx.ledger.addAll(lines);
  for (const line of lines) emitAwarded(tx, line, 0);
}

function emitAwarded(tx: GamificationTx, { tribeId, userId, points, cause }: NewLine, total: number): void {
  tx.emit(PointsAwarded, { tribeId, userId, points, cause, total });
}
