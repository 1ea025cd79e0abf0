import type { Position } from '@tribus/kit/http/keyset.ts';
import type { Postgres, Tx } from '@tribus/kit/postgres/postgres.ts';
import type { PointsCause } from '@tribus/proto/gamification/v1/types.ts';
import { sql } from 'kysely';
import type { GamificationDb } from './tables.ts';

export type Cause = Exclude<PointsCause, 'none'>;

export interface LedgerLine {
  id: string;
  tribeId: number;
  points: number;
  cause: Cause;
  postId: string | null;
  createdAt: Date;
}

export class LedgerStore {
  readonly #postgres: Postgres<GamificationDb>;

  constructor(postgres: Postgres<GamificationDb>) {
    this.#postgres = postgres;
  }

  /** The newest first. */
  async page(userId: string, tribeId: number | undefined, limit: number, after?: Position): Promise<LedgerLine[]> {
    let query = this.#postgres.db
      .selectFrom('ledger')
      .select(['id', 'tribeId', 'points', 'cause', 'postId', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (tribeId !== undefined) query = query.where('tribeId', '=', tribeId);
    if (after) {
      query = query.where((row) => row(row.refTuple('createdAt', 'id'), '<', row.tuple(after.createdAt, after.id)));
    }
    const rows = await query.execute();
    return rows.map((row) => ({
      id: row.id,
      tribeId: row.tribeId,
      points: row.points,
      cause: row.cause,
      postId: row.postId,
      createdAt: row.createdAt,
    }));
  }

  /** Somebody's points in each tribe in which they have any. */
  async pointsByTribe(userId: string): Promise<Map<number, number>> {
    const rows = await this.#postgres.db
      .selectFrom('totals')
      .select(['tribeId', 'points'])
      .where('userId', '=', userId)
      .execute();
    return new Map(rows.map((row) => [row.tribeId, row.points]));
  }
}

/** A line that changes somebody's sum. */
export interface NewLine {
  userId: string;
  tribeId: number;
  points: number;
  cause: Cause;
  /** What makes it unique among the lines of this person and cause. */
  causeId: string;
  postId: string | null;
  at: Date;
}

const ledgerLock = 4_716_001;
const linesAtOnce = 1_000;

/**
 * Lets no other transaction count until this one ends. Each stream has one reader over all copies of the service, so
 * that only readers of different streams wait for each other; in one order, hence without deadlocks.
 */
export async function lockCounting(tx: Tx<GamificationDb>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ledgerLock})`.execute(tx.db);
}

/** Writes the line and its sum; answers the new sum, or undefined when a line of this cause stands there already. */
export async function addLine(tx: Tx<GamificationDb>, id: string, line: NewLine): Promise<number | undefined> {
  const written = await tx.db
    .insertInto('ledger')
    .values(rowOf(id, line))
    .onConflict((conflict) => conflict.columns(['userId', 'cause', 'causeId']).doNothing())
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows === 0n) return undefined;
  return changeTotal(tx, line, line.points);
}

/** Which lines somebody has of these causes and ids. */
export async function linesAmong(
  tx: Tx<GamificationDb>,
  userId: string,
  among: readonly Cause[],
  causeIds: readonly string[],
): Promise<{ cause: string; causeId: string }[]> {
  return tx.db
    .selectFrom('ledger')
    .select(['cause', 'causeId'])
    .where('userId', '=', userId)
    .where('cause', 'in', among)
    .where('causeId', 'in', causeIds)
    .execute();
}

/** Takes a line out, and its points from the sum; answers the new sum, or undefined when it is not there. */
export async function takeOutLine(
  tx: Tx<GamificationDb>,
  { userId, cause, causeId }: Pick<NewLine, 'userId' | 'cause' | 'causeId'>,
): Promise<number | undefined> {
  const line = await tx.db
    .deleteFrom('ledger')
    .where('userId', '=', userId)
    .where('cause', '=', cause)
    .where('causeId', '=', causeId)
    .returning(['tribeId', 'points'])
    .executeTakeFirst();
  return line && changeTotal(tx, { userId, tribeId: line.tribeId }, -line.points);
}

async function changeTotal(
  tx: Tx<GamificationDb>,
  { userId, tribeId }: { userId: string; tribeId: number },
  change: number,
): Promise<number> {
  const { points } = await tx.db
    .insertInto('totals')
    .values({ userId, tribeId, points: change })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'tribeId']).doUpdateSet((row) => ({ points: row('totals.points', '+', change) })),
    )
    .returning('points')
    .executeTakeFirstOrThrow();
  return points;
}

/** Sets all sums of a tribe to 0; answers what each was, where it was anything. */
export async function clearTotals(
  tx: Tx<GamificationDb>,
  tribeId: number,
): Promise<{ userId: string; points: number }[]> {
  const { rows } = await sql<{ userId: string; points: number }>`
    with before as (select user_id, points from totals where tribe_id = ${tribeId} and points <> 0 for update)
    update totals set points = 0 from before where totals.tribe_id = ${tribeId} and totals.user_id = before.user_id
    returning before.user_id as "userId", before.points`.execute(tx.db);
  return rows;
}

/** Writes lines whose sums are written already. */
export async function writeLines(
  tx: Tx<GamificationDb>,
  newId: () => string,
  lines: readonly NewLine[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += linesAtOnce)
    await tx.db
      .insertInto('ledger')
      .values(lines.slice(from, from + linesAtOnce).map((line) => rowOf(newId(), line)))
      .execute();
}

/** Somebody's account is gone: what they earned is nobody's. */
export async function forgetLedger(tx: Tx<GamificationDb>, userId: string): Promise<void> {
  await tx.db.deleteFrom('ledger').where('userId', '=', userId).execute();
  await tx.db.deleteFrom('totals').where('userId', '=', userId).execute();
}

const rowOf = (id: string, { userId, tribeId, points, cause, causeId, postId, at }: NewLine) => ({
  id,
  userId,
  tribeId,
  points,
  cause,
  causeId,
  postId,
  createdAt: at,
});
