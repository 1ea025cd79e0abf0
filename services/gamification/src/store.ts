import type { Position } from '@tribus/kit/keyset.ts';
import type { Postgres, Tx } from '@tribus/kit/postgres.ts';
import type { Award } from './awards.ts';

/** The tables of 0001-ledger.sql. */
export interface GamificationDb {
  ledger: {
    id: string;
    user_id: string;
    tribe_id: number;
    points: number;
    cause: string;
    cause_id: string;
    post_id: string | null;
    created_at: Date;
  };
  totals: { user_id: string; tribe_id: number; points: number };
}

export interface LedgerLine {
  id: string;
  tribeId: number;
  points: number;
  cause: string;
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
    let query = this.#postgres.sql
      .selectFrom('ledger')
      .select(['id', 'tribe_id', 'points', 'cause', 'post_id', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (tribeId !== undefined) query = query.where('tribe_id', '=', tribeId);
    if (after) {
      query = query.where((row) => row(row.refTuple('created_at', 'id'), '<', row.tuple(after.createdAt, after.id)));
    }
    const rows = await query.execute();
    return rows.map((row) => ({
      id: row.id,
      tribeId: row.tribe_id,
      points: row.points,
      cause: row.cause,
      postId: row.post_id,
      createdAt: row.created_at,
    }));
  }

  /** Somebody's points in each tribe in which they have any. */
  async pointsByTribe(userId: string): Promise<Map<number, number>> {
    const rows = await this.#postgres.sql
      .selectFrom('totals')
      .select(['tribe_id', 'points'])
      .where('user_id', '=', userId)
      .execute();
    return new Map(rows.map((row) => [row.tribe_id, row.points]));
  }
}

/** The sum that a line would be added to; locks it until the transaction ends. */
export async function lockTotal(tx: Tx<GamificationDb>, userId: string, tribeId: number): Promise<void> {
  await tx.sql
    .insertInto('totals')
    .values({ user_id: userId, tribe_id: tribeId, points: 0 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'tribe_id']).doUpdateSet((row) => ({ points: row.ref('totals.points') })),
    )
    .execute();
}

/** How often a cause was rewarded in a tribe on the (UTC) day of `at`. */
export async function countOfDay(tx: Tx<GamificationDb>, award: Award, at: Date): Promise<number> {
  const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  const { count } = await tx.sql
    .selectFrom('ledger')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', award.userId)
    .where('tribe_id', '=', award.tribeId)
    .where('cause', '=', award.cause)
    .where('created_at', '>=', day)
    .where('created_at', '<', new Date(day.getTime() + 86_400_000))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Writes the line and its sum; answers the new sum, or undefined when this cause was rewarded before. */
export async function addLine(tx: Tx<GamificationDb>, id: string, award: Award, at: Date): Promise<number | undefined> {
  const written = await tx.sql
    .insertInto('ledger')
    .values({
      id,
      user_id: award.userId,
      tribe_id: award.tribeId,
      points: award.points,
      cause: award.cause,
      cause_id: award.causeId,
      post_id: award.postId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'cause', 'cause_id']).doNothing())
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows === 0n) return undefined;
  const { points } = await tx.sql
    .insertInto('totals')
    .values({ user_id: award.userId, tribe_id: award.tribeId, points: award.points })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'tribe_id'])
        .doUpdateSet((row) => ({ points: row('totals.points', '+', award.points) })),
    )
    .returning('points')
    .executeTakeFirstOrThrow();
  return points;
}
