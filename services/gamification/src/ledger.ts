import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import type { Ledger, LedgerQuery } from '../api.ts';
import type { Deps } from './deps.ts';
import { isWorthWriting, LedgerDraft, type NewLine } from './ledger-draft.ts';
import { draftLikeLine, type LikeEntry, likeLineKeys } from './like-lines.ts';
import { presentLedgerLine } from './present.ts';
import type { NewLedgerLine } from './store/ledger.ts';
import type { GamificationTx } from './store/store.ts';

/** Returns a page of the actor's own ledger, the newest line first. */
export async function readLedger(
  { store, cursors }: Pick<Deps, 'store' | 'cursors'>,
  { id: userId }: Actor,
  { tribeId, ...query }: LedgerQuery,
): Promise<Ledger> {
  const list = `ledger:${userId}:${tribeId ?? 'all'}`;
  const { items, nextCursor } = await readPage(cursors, list, query, ({ limit, after }) =>
    store.ledger.page(userId, tribeId, limit, after),
  );
  return { items: items.map(presentLedgerLine), nextCursor };
}

/**
 * Writes lines in order and adds their points to the totals; skips a cause that already has a line, and lines that are
 * not worth writing. The number of statements does not depend on the number of lines. The totals must be locked.
 */
export async function writeLines(
  tx: GamificationTx,
  { newId }: Context,
  entries: readonly (NewLine | LikeEntry)[],
): Promise<void> {
  const changing = entries.filter(isWorthWriting);
  if (changing.length === 0) return;
  const keys = changing.flatMap((entry) => ('likeId' in entry ? likeLineKeys(entry) : [entry]));
  const draft = new LedgerDraft(await tx.ledger.find(keys));
  for (const entry of changing) {
    if ('likeId' in entry) draftLikeLine(draft, entry);
    else draft.add(entry);
  }
  await tx.ledger.deleteAll(draft.removed);
  await tx.ledger.addAll(draft.added.map((line) => ({ id: newId(), ...line })));
  await tx.totals.addAll(draft.changes);
}

/**
 * Sets up to `limit` totals of a tribe to 0, with a ledger line for each; returns the number selected, 0 when none is
 * left.
 */
export async function clearTotals(
  tx: GamificationTx,
  { newId }: Context,
  { tribeId, at, limit }: { tribeId: number; at: Date; limit: number },
): Promise<number> {
  const picked = await tx.totals.pickEarned(tribeId, limit);
  const earned = (await tx.totals.lockExisting(picked)).filter(({ points }) => points !== 0);
  await tx.totals.clearAll(earned);
  const about = { tribeId, cause: 'tribe_removed', causeId: String(tribeId), postId: null, createdAt: at } as const;
  const lines = earned.map(({ userId, points }): NewLedgerLine => ({ id: newId(), userId, points: -points, ...about }));
  await tx.ledger.addAll(lines);
  return picked.length;
}
