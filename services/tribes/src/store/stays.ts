import { isModerator } from '@tribus/community/access.ts';
import type { Clock } from '@tribus/kit/core/clock.ts';
import { type Kysely, sql } from 'kysely';
import { levelsMax } from '../../limits.ts';
import type { Membership } from './memberships.ts';
import { isOfTribe } from './orphans.ts';
import type { TribesDb } from './tables.ts';

/** Joins and leaves of a tribe's members on a day (UTC). */
export interface StayChanges {
  /** `YYYY-MM-DD`. */
  day: string;
  joined: number;
  left: number;
}

/** Joins in a week. */
interface ArrivalWeek {
  /** The week's Monday, `YYYY-MM-DD`. */
  week: string;
  joined: number;
  /** The first of these users who still have an account. */
  userIds: string[];
}

/** Periods of membership, from joining to leaving. */
export class Stays {
  readonly #db: Kysely<TribesDb>;
  readonly #clock: Clock;

  constructor(db: Kysely<TribesDb>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async begin(tribeId: number, userId: string, joinedAt: Date): Promise<void> {
    await this.#db
      .insertInto('stays')
      .values({ tribeId, userId, joinedAt, leftAt: null, role: null, levelOrder: null })
      .onConflict((conflict) => conflict.columns(['tribeId', 'userId']).where('leftAt', 'is', null).doNothing())
      .execute();
  }

  /** Ends the stay of the membership now, also when its start was not recorded. */
  async end(tribeId: number, userId: string, { since, role, levelOrder }: Membership): Promise<void> {
    await this.begin(tribeId, userId, since);
    await this.#db
      .updateTable('stays')
      .set({ leftAt: this.#clock.now(), role, levelOrder })
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .where('leftAt', 'is', null)
      .execute();
  }

  /**
   * Returns the last level of former members who were hidden above it, by `formerKey`; members visible to all are
   * absent. Must be queried after the memberships, because a member may be leaving concurrently.
   */
  async formerLevels(tribeIds: readonly number[], userIds: readonly string[]): Promise<Map<string, number>> {
    if (tribeIds.length === 0 || userIds.length === 0) return new Map();
    const last = await this.#db
      .selectFrom('stays')
      .distinctOn(['tribeId', 'userId'])
      .select(['tribeId', 'userId', 'role', 'levelOrder'])
      .where('tribeId', '=', sql<number>`any(${tribeIds}::integer[])`)
      .where('userId', '=', sql<string>`any(${userIds}::text[])`)
      .where('leftAt', 'is not', null)
      .orderBy('tribeId')
      .orderBy('userId')
      .orderBy('leftAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const hidden = last.filter(({ role }) => role === null || !isModerator(role));
    // Without a recorded level, assume the highest, so that no possibly hidden member is named.
    return new Map(hidden.map((stay) => [formerKey(stay.tribeId, stay.userId), stay.levelOrder ?? levelsMax]));
  }

  /** Whether the user was ever a member. */
  async hasAny(tribeId: number, userId: string): Promise<boolean> {
    const stay = await this.#db
      .selectFrom('stays')
      .select('id')
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .limit(1)
      .executeTakeFirst();
    return stay !== undefined;
  }

  /** Returns the days since `from` with joins or leaves, in order. */
  async listChanges(tribeId: number, from: string): Promise<StayChanges[]> {
    const { rows } = await sql<StayChanges>`
      select to_char(day, 'YYYY-MM-DD') as day, sum(joined)::integer as joined, sum(departed)::integer as "left"
      from (
        select ${dayOf('joined_at')} as day, 1 as joined, 0 as departed from stays
        where tribe_id = ${tribeId} and joined_at >= ${startOf(from)}
        union all
        select ${dayOf('left_at')}, 0, 1 from stays
        where tribe_id = ${tribeId} and left_at >= ${startOf(from)}
      ) as changes
      group by 1 order by 1`.execute(this.#db);
    return rows;
  }

  /** Returns the joins of each week since the Monday `from`, in order; at most `limit` people per week. */
  async listArrivals(tribeId: number, from: string, limit: number): Promise<ArrivalWeek[]> {
    const { rows } = await sql<ArrivalWeek>`
      select to_char(week, 'YYYY-MM-DD') as week, count(*)::integer as joined,
        coalesce(array_agg(user_id order by ordinal) filter (where user_id is not null and ordinal <= ${limit}), '{}')
          as user_ids
      from (
        select date_trunc('week', joined_at at time zone 'UTC') as week, user_id,
          row_number() over (partition by date_trunc('week', joined_at at time zone 'UTC') order by joined_at, id) as ordinal
        from stays
        where tribe_id = ${tribeId} and joined_at >= ${startOf(from)}
      ) as arrivals
      group by week order by week`.execute(this.#db);
    return rows;
  }

  /** Returns all stays of one user in the order of the ids, for their data export. */
  listByUser(userId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('stays')
      .select(['id', 'tribeId', 'joinedAt', 'leftAt'])
      .where('userId', '=', userId)
      .where(isOfTribe('stays'))
      .$if(afterId !== '', (query) => query.where('id', '>', Number(afterId)))
      .orderBy('id')
      .limit(limit)
      .execute();
  }
}

export const formerKey = (tribeId: number, userId: string | null): string => `${tribeId}:${userId}`;

const dayOf = (column: 'joined_at' | 'left_at') => sql`(${sql.ref(column)} at time zone 'UTC')::date`;
const startOf = (day: string) => new Date(`${day}T00:00:00.000Z`);
