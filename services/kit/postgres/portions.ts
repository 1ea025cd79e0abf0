import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isSlowStatement } from '../core/errors.ts';

const [minSize, maxSize] = [10, 1_000];
/** Milliseconds below which the next portion is larger: locks block others, and a statement has 1,500. */
const growBelowMs = 500;

/** Processes up to `size` remaining rows in a transaction; resolves to their number, 0 when none remain. */
export type Portion = (size: number) => Promise<number>;

/**
 * Runs long work in portions of adaptive size, because a post may have few comments or thousands. A slow portion does
 * not shrink the next one (on a busy machine a small one takes as long); a statement timeout does. After an abort
 * between two portions the next attempt continues. Calls `onDone` with the total so far. Rejects with the reason of
 * `signal` once that is aborted.
 */
export async function doInPortions(
  signal: AbortSignal,
  portion: Portion,
  onDone: (done: number) => Promise<void> = async () => undefined,
): Promise<void> {
  let size = 100;
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const count = await portion(size).catch((error: unknown) => {
      if (isSlowStatement(error) && size > minSize) return undefined;
      throw error;
    });
    if (count === 0) return;
    if (count === undefined) {
      size = Math.max(minSize, Math.floor(size / 2));
      continue;
    }
    if (performance.now() - startedAt < growBelowMs) size = Math.min(maxSize, size * 2);
    done += count;
    await onDone(done);
  }
}

/**
 * Walks through all rows in the order of their key, in portions: `portion` receives the last row of the one before, and
 * resolves to the rows it has processed. Rejects like `doInPortions`.
 */
export function walkInPortions<Row>(
  signal: AbortSignal,
  portion: (after: Row | undefined, size: number) => Promise<readonly Row[]>,
): Promise<void> {
  let last: Row | undefined;
  return doInPortions(signal, async (size) => {
    const rows = await portion(last, size);
    last = rows.at(-1) ?? last;
    return rows.length;
  });
}

/** Runs the steps in sequence, each in portions. */
export async function doSteps(signal: AbortSignal, steps: readonly Portion[]): Promise<void> {
  for (const step of steps) await doInPortions(signal, step);
}

/** Rows of a table that match an SQL condition, which needs an index. */
interface Rows<DB> {
  from: keyof DB & string;
  where: RawBuilder<unknown>;
}

/** Rows locked until the end of the transaction. */
export interface LockedRows {
  count: number;
  /** SQL condition that matches exactly these row versions. */
  where: RawBuilder<boolean>;
}

/**
 * Locks up to `limit` of the rows for a statement that deletes or changes them; `count` is 0 when none remain. Waits
 * for rows locked by other transactions. A separate statement, because a delete that waited for a row skips it: its
 * snapshot does not contain the new row version. Rejects outside of a transaction.
 */
export async function lockPortion<DB>(db: Kysely<DB>, rows: Rows<DB> & { limit: number }): Promise<LockedRows> {
  const ctids = await lockBy(db, sql`ctid::text`, rows);
  return { count: ctids.length, where: sql<boolean>`ctid = any(${ctids}::tid[])` };
}

/** Like `lockPortion`, for a table with an `id`: resolves to the ids. */
export const lockIds = <DB>(db: Kysely<DB>, rows: Rows<DB> & { limit: number }): Promise<string[]> =>
  lockBy(db, sql`id`, rows);

async function lockBy<DB>(
  db: Kysely<DB>,
  name: RawBuilder<unknown>,
  { from, where, limit }: Rows<DB> & { limit: number },
): Promise<string[]> {
  if (!db.isTransaction) throw new Error('rows are locked in a transaction');
  const table = sql.table(from);
  const lock = sql<{ name: string }>`select ${name} as name from ${table} where ${where} limit ${limit} for update`;
  const remaining = sql`select from ${table} where ${where} limit 1`;
  for (;;) {
    const names = (await lock.execute(db)).rows.map((row) => row.name);
    // All rows found may have been changed concurrently and no longer match.
    if (names.length > 0 || (await remaining.execute(db)).rows.length === 0) return names;
  }
}

/**
 * Deletes up to `limit` of the rows; returns their number, 0 when none remain. Waits for rows locked by other
 * transactions.
 */
export const deletePortion = <DB>(db: Kysely<DB>, rows: Rows<DB> & { limit: number }): Promise<number> =>
  changePortion(db, rows, (where) => sql`delete from ${sql.table(rows.from)} where ${where}`);

/**
 * Changes up to `limit` of the rows by SQL assignments, after which they no longer match; returns their number, 0 when
 * none remain. Waits for rows locked by other transactions.
 */
export const updatePortion = <DB>(
  db: Kysely<DB>,
  rows: Rows<DB> & { limit: number; set: RawBuilder<unknown> },
): Promise<number> =>
  changePortion(db, rows, (where) => sql`update ${sql.table(rows.from)} set ${rows.set} where ${where}`);

async function changePortion<DB>(
  db: Kysely<DB>,
  rows: Rows<DB> & { limit: number },
  statementOn: (where: RawBuilder<boolean>) => RawBuilder<unknown>,
): Promise<number> {
  if (!db.isTransaction) return db.transaction().execute((within) => changePortion(within, rows, statementOn));
  const locked = await lockPortion(db, rows);
  if (locked.count > 0) await statementOn(locked.where).execute(db);
  return locked.count;
}

/** Deletes up to `limit` of the rows, skipping locked ones; returns their number. */
async function deleteUnlocked<DB>(
  db: Kysely<DB>,
  { from, where, limit }: Rows<DB> & { limit: number },
): Promise<number> {
  const table = sql.table(from);
  const unlocked = sql`select ctid from ${table} where ${where} limit ${limit} for update skip locked`;
  const { numAffectedRows } = await sql`delete from ${table} where ctid = any(array(${unlocked}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes all of the rows, skipping locked ones, in portions with a transaction each, so that no statement reaches its
 * time limit. Rejects like `doInPortions`.
 */
export const deleteInPortions = <DB>(db: Kysely<DB>, signal: AbortSignal, rows: Rows<DB>): Promise<void> =>
  doInPortions(signal, (limit) => deleteUnlocked(db, { ...rows, limit }));
