import { type Kysely, sql } from 'kysely';
import type { GamificationDb } from './tables.ts';

const pointsLock = 4_716_001;
const challengesLock = 4_716_002;

/** The points of a user in a tribe. */
export interface Total {
  userId: string;
  tribeId: number;
  points: number;
}

export type TotalKey = Omit<Total, 'points'>;

/** A total, and how much the sum of its ledger lines exceeds it. */
export interface TotalDifference extends TotalKey {
  difference: number;
  isWrong: boolean;
}

/** Points by user and tribe: the sums of the ledger. */
export class Totals {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /**
   * Takes the exclusive lock: waits for all other transactions that change points, until the end of this one. Must be
   * the transaction's first lock. For deletions: a concurrent transaction has then either ended, or sees the deletion.
   */
  async lockAll(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${pointsLock})`.execute(this.#db);
  }

  /**
   * Takes the shared lock, which excludes `lockAll`. Holders of it wait for each other only at rows locked by `lock`
   * and `lockExisting`.
   */
  async lockShared(): Promise<void> {
    await sql`select pg_advisory_xact_lock_shared(${pointsLock})`.execute(this.#db);
  }

  /**
   * Makes transactions that award these users points for challenges of any tribe wait for each other. To be called
   * before `lock`, with all users of the transaction, to avoid deadlocks.
   */
  async lockChallengesOf(userIds: readonly string[]): Promise<void> {
    await sql`
      select pg_advisory_xact_lock(${challengesLock}, key) from (
        select distinct hashtext(user_id) as key from unnest(${userIds}::text[]) as user_id order by 1
      ) as keys`.execute(this.#db);
  }

  /** Makes lock waits longer than `ms` milliseconds throw 55P03, until the end of the transaction. */
  async limitLockWaits(ms: number): Promise<void> {
    await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(this.#db);
  }

  /** Locks these totals and creates missing rows; always in the same order, to avoid deadlocks. */
  async lock(totals: readonly TotalKey[]): Promise<void> {
    await sql`
      insert into totals (user_id, tribe_id) select distinct * from (${namedBy(totals)}) as named order by 1, 2
      on conflict do nothing`.execute(this.#db);
    await this.lockExisting(totals);
  }

  /**
   * Locks and returns the existing ones of these totals, in the same order. Creates none, so that a deleted account
   * gets no row.
   */
  async lockExisting(totals: readonly TotalKey[]): Promise<Total[]> {
    const { rows } = await sql<Total>`
      select user_id, tribe_id, points from totals where (user_id, tribe_id) in (${namedBy(totals)})
      order by user_id, tribe_id for update`.execute(this.#db);
    return rows;
  }

  /** Returns a user's points by tribe; tribes without points may be absent. */
  async byTribe(userId: string): Promise<Map<number, number>> {
    const rows = await this.#db
      .selectFrom('totals')
      .select(['tribeId', 'points'])
      .where('userId', '=', userId)
      .execute();
    return new Map(rows.map(({ tribeId, points }) => [tribeId, points]));
  }

  /** Adds points; `changes` contains each total at most once. */
  async addAll(changes: readonly Total[]): Promise<void> {
    if (changes.length === 0) return;
    await sql`
      insert into totals (user_id, tribe_id, points)
      select user_id, tribe_id, points from unnest(${changes.map(({ userId }) => userId)}::text[],
        ${changes.map(({ tribeId }) => tribeId)}::integer[], ${changes.map(({ points }) => points)}::integer[])
        as change (user_id, tribe_id, points)
      order by user_id, tribe_id
      on conflict (user_id, tribe_id) do update set points = totals.points + excluded.points`.execute(this.#db);
  }

  /** Compares up to `limit` totals after a key, in the order of the keys, with the ledger at one time. */
  async compare(limit: number, after: TotalKey = { userId: '', tribeId: 0 }): Promise<TotalDifference[]> {
    const { rows } = await sql<Omit<TotalDifference, 'isWrong'>>`
      select user_id, tribe_id, coalesce((select sum(ledger.points) from ledger
        where ledger.user_id = totals.user_id and ledger.tribe_id = totals.tribe_id), 0)::integer - points as difference
      from totals where (user_id, tribe_id) > (${after.userId}::text, ${after.tribeId}::integer)
      order by user_id, tribe_id limit ${limit}`.execute(this.#db);
    return rows.map((total) => ({ ...total, isWrong: total.difference !== 0 }));
  }

  /** Adds the difference to an existing total; returns false without one: a deleted account gets none. */
  async correct({ userId, tribeId, difference }: TotalDifference): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`update totals set points = points + ${difference}::integer
      where user_id = ${userId} and tribe_id = ${tribeId}`.execute(this.#db);
    return numAffectedRows > 0n;
  }

  /** Returns up to `limit` of a tribe's totals other than 0, without a lock. */
  pickEarned(tribeId: number, limit: number): Promise<TotalKey[]> {
    const query = this.#db.selectFrom('totals').select(['userId', 'tribeId']).where('tribeId', '=', tribeId);
    return query.where('points', '<>', 0).limit(limit).execute();
  }

  /** Sets these totals to 0. They must be locked. */
  async clearAll(totals: readonly TotalKey[]): Promise<void> {
    await sql`update totals set points = 0 where (user_id, tribe_id) in (${namedBy(totals)})`.execute(this.#db);
  }

  /** Returns up to `limit` of a user's totals, without a lock. */
  pick({ userId }: { userId: string }, limit: number): Promise<TotalKey[]> {
    const query = this.#db.selectFrom('totals').select(['userId', 'tribeId']).where('userId', '=', userId);
    return query.limit(limit).execute();
  }

  /** Deletes these totals. They must be locked. */
  async deleteAll(totals: readonly TotalKey[]): Promise<void> {
    await sql`delete from totals where (user_id, tribe_id) in (${namedBy(totals)})`.execute(this.#db);
  }
}

const namedBy = (totals: readonly TotalKey[]) => sql`
  select * from unnest(${totals.map(({ userId }) => userId)}::text[], ${totals.map(({ tribeId }) => tribeId)}::integer[])`;
