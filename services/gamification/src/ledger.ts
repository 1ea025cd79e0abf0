import type { Cursors } from '@tribus/kit/cursor.ts';
import { z } from 'zod';
import { type Ledger, LedgerEntry, type LedgerQuery } from '../api.ts';
import type { LedgerLine, LedgerStore } from './store.ts';

const Position = z.object({ createdAt: z.iso.datetime().transform((time) => new Date(time)), id: z.uuid() });

/** A page of what somebody's points were given for. */
export async function ledgerPage(
  store: LedgerStore,
  cursors: Cursors,
  userId: string,
  { tribeId, limit, cursor }: LedgerQuery,
): Promise<Ledger> {
  const list = `ledger:${userId}:${tribeId ?? 'all'}`;
  const after = cursor === undefined ? undefined : cursors.decode(list, cursor, Position);
  const lines = await store.page(userId, tribeId, limit + 1, after);
  const shown = lines.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    last && lines.length > limit
      ? cursors.encode(list, { createdAt: last.createdAt.toISOString(), id: last.id })
      : null;
  return { items: shown.map(present), nextCursor };
}

function present(line: LedgerLine): LedgerEntry {
  return LedgerEntry.parse({ ...line, createdAt: line.createdAt.toISOString() });
}
