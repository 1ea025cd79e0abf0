import { type Kysely, sql } from 'kysely';
import type { GamificationDb } from './tables.ts';

const pointsLock = 4_716_001;

/** The points of a user in a tribe. */
export interface Total {
  userId: string;
  points: number;
}

/** Points by user and tribe: the sums of the ledger. */
export class Totals {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /**
   * Waits for other transactions that count points; held until this one ends. A single lock, taken first: consumers of
   * different streams wait for each other and never deadlock.
   */
  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${pointsLock})`.execute(this.#db);
  }

  /** A user's points by tribe; tribes without any may be absent. */
  async byTribe(userId: string): Promise<Map<number, number>> {
    const rows = await this.#db
      .selectFrom('totals')
      .select(['tribeId', 'points'])
      .where('userId', '=', userId)
      .execute();
    return new Map(rows.map(({ tribeId, points }) => [tribeId, points]));
  }

  /** Adds to a user's points in a tribe; resolves to the new sum. */
  async add(userId: string, tribeId: number, points: number): Promise<number> {
    const total = await this.#db
      .insertInto('totals')
      .values({ userId, tribeId, points })
      .onConflict((conflict) =>
        conflict.columns(['userId', 'tribeId']).doUpdateSet((row) => ({ points: row('totals.points', '+', points) })),
      )
      .returning('points')
      .executeTakeFirstOrThrow();
    return total.points;
  }

  /** Sets all points of a tribe to 0; resolves to what those were that were not. */
  async clearTribe(tribeId: number): Promise<Total[]> {
    const { rows } = await sql<Total>`
      with before as (select user_id, points from totals where tribe_id = ${tribeId} and points <> 0 for update)
      update totals set points = 0 from before where totals.tribe_id = ${tribeId} and totals.user_id = before.user_id
      returning before.user_id, before.points`.execute(this.#db);
    return rows;
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('totals').where('userId', '=', userId).execute();
  }
}
