import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isSlowStatement } from '../core/errors.ts';

const [fewest, most] = [10, 1_000];
/** Milliseconds; a portion that takes less may be larger: others wait for what it locks, and a statement has 1,500. */
const short = 500;

/** Does up to `size` of what is left, in a transaction; resolves to how many, 0 when nothing is left. */
export type Portion = (size: number) => Promise<number>;

/**
 * Does long work in portions, as many rows at once as the database manages in one statement: posts have few comments or
 * thousands. A portion that took long is no reason for a smaller one: on a busy machine a small one takes as long.
 * An abort between two portions loses nothing: the next attempt goes on. `onDone` is given how many are done so far.
 * Rejects with the reason of `signal` once that is aborted.
 */
export async function doInPortions(
  signal: AbortSignal,
  portion: Portion,
  onDone: (done: number) => Promise<void> = async () => undefined,
): Promise<void> {
  let size = 100;
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const began = performance.now();
    const count = await portion(size).catch((error: unknown) => {
      if (isSlowStatement(error) && size > fewest) return undefined;
      throw error;
    });
    if (count === 0) return;
    if (count === undefined) {
      size = Math.max(fewest, Math.floor(size / 2));
      continue;
    }
    if (performance.now() - began < short) size = Math.min(most, size * 2);
    done += count;
    await onDone(done);
  }
}

/** Does the steps one after the other, each in portions. */
export async function doSteps(signal: AbortSignal, steps: readonly Portion[]): Promise<void> {
  for (const step of steps) await doInPortions(signal, step);
}

/** The rows of a table that meet a condition (SQL), which needs an index. */
interface Rows<DB> {
  from: keyof DB & string;
  where: RawBuilder<unknown>;
}

/** A portion that this transaction holds until it ends. */
export interface LockedRows {
  count: number;
  /** True of these rows alone, as they are now (SQL). */
  where: RawBuilder<boolean>;
}

/**
 * Locks up to `limit` of these rows, for a statement that deletes or changes them; 0 when none is left. Waits for rows that
 * another transaction holds. In a statement of its own, because one that waited for a row does nothing to it: what became
 * of the row meanwhile is not in the snapshot that it began with. Rejects outside of a transaction.
 */
export async function lockPortion<DB>(db: Kysely<DB>, rows: Rows<DB> & { limit: number }): Promise<LockedRows> {
  const ctids = await lockBy(db, sql`ctid::text`, rows);
  return { count: ctids.length, where: sql<boolean>`ctid = any(${ctids}::tid[])` };
}

/** As `lockPortion`, of a table whose rows have an `id`: resolves to the ids. */
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
  const isLeft = sql`select from ${table} where ${where} limit 1`;
  for (;;) {
    const names = (await lock.execute(db)).rows.map((row) => row.name);
    // All that were found may have been changed meanwhile, so that they are no such rows any more.
    if (names.length > 0 || (await isLeft.execute(db)).rows.length === 0) return names;
  }
}

/**
 * Deletes up to `limit` of these rows, and returns how many; 0 when none is left. Waits for rows that another transaction
 * holds.
 */
export function deletePortion<DB>(db: Kysely<DB>, rows: Rows<DB> & { limit: number }): Promise<number> {
  return db.isTransaction ? deleteLocked(db, rows) : db.transaction().execute((within) => deleteLocked(within, rows));
}

async function deleteLocked<DB>(db: Kysely<DB>, rows: Rows<DB> & { limit: number }): Promise<number> {
  const locked = await lockPortion(db, rows);
  if (locked.count > 0) await sql`delete from ${sql.table(rows.from)} where ${locked.where}`.execute(db);
  return locked.count;
}

/** Deletes these rows, at most 1,000 with a statement: in a transaction that cannot leave the rest to a job. */
export async function deleteAll<DB>(db: Kysely<DB>, rows: Rows<DB>): Promise<void> {
  for (let count = most; count > 0; ) count = await deletePortion(db, { ...rows, limit: most });
}

/** Deletes up to `limit` of these rows but those that another transaction holds, and returns how many. */
async function deleteUnheld<DB>(db: Kysely<DB>, { from, where, limit }: Rows<DB> & { limit: number }): Promise<number> {
  const table = sql.table(from);
  const unheld = sql`select ctid from ${table} where ${where} limit ${limit} for update skip locked`;
  const { numAffectedRows } = await sql`delete from ${table} where ctid = any(array(${unheld}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Sweeps: deletes these rows, however many they are, but those that another transaction holds. In portions, each in a
 * transaction of its own, so that no statement meets its time limit. Rejects as `doInPortions`.
 */
export const deleteInPortions = <DB>(db: Kysely<DB>, signal: AbortSignal, rows: Rows<DB>): Promise<void> =>
  doInPortions(signal, (limit) => deleteUnheld(db, { ...rows, limit }));
