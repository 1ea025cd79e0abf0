import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isSlowStatement } from '../runtime/errors.ts';

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

/** The rows of a table that meet a condition (SQL), which needs an index. */
interface Rows<DB> {
  from: keyof DB & string;
  where: RawBuilder<unknown>;
}

/**
 * Deletes up to `limit` of these rows; returns how many. Rows that another transaction holds it waits for, or leaves with
 * `held: 'skip'`, which is for what will be deleted another time.
 */
export async function deletePortion<DB>(
  db: Kysely<DB>,
  { from, where, limit, held = 'wait' }: Rows<DB> & { limit: number; held?: 'wait' | 'skip' },
): Promise<number> {
  const table = sql.table(from);
  const lock = held === 'skip' ? sql`for update skip locked` : sql`for update`;
  const portion = sql`select ctid from ${table} where ${where} limit ${limit} ${lock}`;
  const { numAffectedRows } = await sql`delete from ${table} where ctid = any(array(${portion}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Sweeps: deletes these rows, however many they are, but those that another transaction holds. In portions, each in a
 * transaction of its own, so that no statement meets its time limit. Rejects as `doInPortions`.
 */
export const deleteInPortions = <DB>(db: Kysely<DB>, signal: AbortSignal, rows: Rows<DB>): Promise<void> =>
  doInPortions(signal, (limit) => deletePortion(db, { ...rows, limit, held: 'skip' }));
