import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { PointsAwarded } from '@tribus/proto/gamification/v1/events.ts';
import type { Ledger, LedgerQuery } from '../api.ts';
import type { Deps } from './deps.ts';
import { type Award, LedgerDraft, type NewLine, type Within } from './ledger-draft.ts';
import { draftLikeLine, type LikeEntry, likeLineKeys } from './like-lines.ts';
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

/** A line that is to be written for one cause, with the event that is its reason. */
export interface LineEntry {
  line: NewLine;
  within: Within;
}

/**
 * Writes lines in their order, changes the users' points by them and emits an event for each; one for a cause that has
 * a line, or of 0 points, has no effect. So many statements however many lines; the users' points are locked.
 */
export async function writeLines(
  tx: GamificationTx,
  { newId }: Context,
  entries: readonly (LineEntry | LikeEntry)[],
): Promise<void> {
  const changing = entries.filter(({ line }) => line.points !== 0);
  if (changing.length === 0) return;
  const keys = changing.flatMap((entry) => ('likeId' in entry ? likeLineKeys(entry) : [entry.line]));
  const draft = new LedgerDraft(await tx.ledger.find(keys));
  for (const entry of changing) {
    if ('likeId' in entry) draftLikeLine(draft, entry);
    else draft.add(entry.line, entry.within);
  }
  await tx.ledger.deleteAll(draft.removed);
  await tx.ledger.addAll(draft.added.map((line) => ({ id: newId(), ...line })));
  await award(tx, draft.awards);
}

/** Sets up to `limit` totals of a tribe to 0, with a ledger line for each; returns how many were found, 0 when none is left. */
export async function clearTotals(
  tx: GamificationTx,
  { newId }: Context,
  { tribeId, at, limit }: { tribeId: number; at: Date; limit: number },
): Promise<number> {
  const picked = await tx.totals.pickEarned(tribeId, limit);
  const earned = (await tx.totals.lockExisting(picked)).filter(({ points }) => points !== 0);
  await tx.totals.clearAll(earned);
  const about = { tribeId, cause: 'tribe_removed', causeId: String(tribeId), postId: null, createdAt: at } as const;
  const lines = earned.map(({ userId, points }): LedgerLine => ({ id: newId(), userId, points: -points, ...about }));
  await tx.ledger.addAll(lines);
  for (const line of lines) emitAwarded(tx, line, 0);
  return picked.length;
}

/** Changes the totals, and emits an event for each change with the total it led to. */
async function award(tx: GamificationTx, awards: readonly Award[]): Promise<void> {
  const byTotal = Map.groupBy(awards, ({ line: { userId, tribeId } }) => JSON.stringify([userId, tribeId]));
  const changes = [...byTotal.values()].flatMap((ofTotal) => {
    const points = ofTotal.reduce((sum, { change }) => sum + change, 0);
    return ofTotal.slice(0, 1).map(({ line: { userId, tribeId } }) => ({ userId, tribeId, points }));
  });
  const sums = await tx.totals.addAll(changes);
  const before = new Map(
    changes.map(({ userId, tribeId, points }, index) => [
      JSON.stringify([userId, tribeId]),
      (sums[index] ?? 0) - points,
    ]),
  );
  for (const { line, change, within } of awards) {
    const name = JSON.stringify([line.userId, line.tribeId]);
    const total = (before.get(name) ?? 0) + change;
    before.set(name, total);
    within(() => emitAwarded(tx, line, total));
  }
}

function emitAwarded(tx: GamificationTx, { tribeId, userId, points, cause }: Award['line'], total: number): void {
  tx.emit(PointsAwarded, { tribeId, userId, points, cause, total });
}
