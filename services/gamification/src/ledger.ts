import type { Cursors } from '@tribus/kit/http/cursor.ts';
import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import { type Ledger, LedgerEntry, type LedgerQuery } from '../api.ts';
import type { LedgerLine, LedgerStore } from './store/ledger.ts';

/** A page of what somebody's points were given for. */
export async function ledgerPage(
  store: LedgerStore,
  cursors: Cursors,
  userId: string,
  { tribeId, limit, cursor }: LedgerQuery,
): Promise<Ledger> {
  const list = `ledger:${userId}:${tribeId ?? 'all'}`;
  const read = await store.page(userId, tribeId, limit + 1, decodeCursor(cursors, list, cursor));
  const { items, next } = pageOf(cursors, list, read, limit);
  return { items: items.map(present), nextCursor: next };
}

function present(line: LedgerLine): LedgerEntry {
  return LedgerEntry.parse({ ...line, createdAt: line.createdAt.toISOString() });
}
