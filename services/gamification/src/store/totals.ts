import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { GamificationDb } from './tables.ts';

const pointsLock = 4_716_001;

/** The points of a user in a tribe. */
export interface Total {
  userId: string;
  tribeId: number;
  points: number;
}

/** Points by user and tribe: the sums of the ledger. */
export class Totals {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** Waits for all other transactions that change points; held until this one ends. The first lock that one takes. */
  async lockAll(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${pointsLock})`.execute(this.#db);
  }

  /** The same for those that have `lockAll`: they wait for each other at the rows of `lock`. */
  async lockShared(): Promise<void> {
    await sql`select pg_advisory_xact_lock_shared(${pointsLock})`.execute(this.#db);
  }

  /** Locks these totals, which are made where they are missing; all in one order, so that none waits for the other. */
  async lock(totals: readonly Omit<Total, 'points'>[]): Promise<void> {
    const named = sql`unnest(${totals.map(({ userId }) => userId)}::text[],
      ${totals.map(({ tribeId }) => tribeId)}::integer[]) as named (user_id, tribe_id)`;
    await sql`
      insert into totals (user_id, tribe_id) select distinct user_id, tribe_id from ${named} order by 1, 2
      on conflict do nothing`.execute(this.#db);
    await sql`
      select from totals where (user_id, tribe_id) in (select user_id, tribe_id from ${named})
      order by user_id, tribe_id for update`.execute(this.#db);
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

  /** Adds to points, each total once; resolves to the new sums, in the same order. */
  async addAll(changes: readonly Total[]): Promise<number[]> {
    if (changes.length === 0) return [];
    const { rows } = await sql<Total>`
      insert into totals (user_id, tribe_id, points)
      select user_id, tribe_id, points from unnest(${changes.map(({ userId }) => userId)}::text[],
        ${changes.map(({ tribeId }) => tribeId)}::integer[], ${changes.map(({ points }) => points)}::integer[])
        as change (user_id, tribe_id, points)
      order by user_id, tribe_id
      on conflict (user_id, tribe_id) do update set points = totals.points + excluded.points
      returning user_id, tribe_id, points`.execute(this.#db);
    const sums = new Map(rows.map(({ userId, tribeId, points }) => [`${tribeId} ${userId}`, points]));
    return changes.map(({ userId, tribeId }) => sums.get(`${tribeId} ${userId}`) ?? 0);
  }

  /** Sets up to so many points of a tribe to 0; resolves to what those were that were not. */
  async clearSome(tribeId: number, limit: number): Promise<Total[]> {
    const { rows } = await sql<Total>`
      with before as (
        select user_id, points from totals where tribe_id = ${tribeId} and points <> 0 limit ${limit} for update
      )
      update totals set points = 0 from before where totals.tribe_id = ${tribeId} and totals.user_id = before.user_id
      returning before.user_id, totals.tribe_id, before.points`.execute(this.#db);
    return rows;
  }

  /** Deletes up to so many of a user's; returns how many. */
  deleteSomeOf(userId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'totals', where: sql`user_id = ${userId}`, limit });
  }
}
