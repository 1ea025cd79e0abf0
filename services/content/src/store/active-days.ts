import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

/** The key of a row: a user's activity in a tribe on a day, `YYYY-MM-DD` (UTC). */
export interface ActiveDayKey {
  tribeId: number;
  day: string;
  user: { id: string; isAgent: boolean };
}

/** Identifies a row among those of one user. */
export type OwnActiveDayKey = Pick<ActiveDayKey, 'tribeId' | 'day'>;

type OwnActiveDay = OwnActiveDayKey & Record<'posts' | 'comments' | 'reactions', number>;

/** Days from the first to the last, inclusive; of one tribe, or of all when it is null. */
export interface ActivitySpan {
  tribeId: number | null;
  from: string;
  to: string;
}

/** Users who joined in one week, by its Monday. */
interface Cohort {
  week: string;
  userIds: readonly string[];
}

/** Active users per day, with the number of their actions. */
export class ActiveDays {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Records a user as active, and adds their actions: 1 for a new one, -1 for a removed one. */
  async count(
    { tribeId, day, user }: ActiveDayKey,
    done: { posts?: number; comments?: number; reactions?: number } = {},
  ): Promise<void> {
    const { posts = 0, comments = 0, reactions = 0 } = done;
    await sql`
      insert into active_days as known (tribe_id, day, user_id, is_agent, posts, comments, reactions)
      values (${tribeId}, ${day}::date, ${user.id}, ${user.isAgent}, ${posts}, ${comments}, ${Math.max(0, reactions)})
      on conflict (tribe_id, day, user_id) do update
      set posts = known.posts + ${posts}, comments = known.comments + ${comments},
        reactions = greatest(0, known.reactions + ${reactions})
      where ${posts}::integer <> 0 or ${comments}::integer <> 0 or ${reactions}::integer <> 0`.execute(this.#db);
  }

  /** The number of users active on any of the days. */
  async countUsers(span: ActivitySpan): Promise<number> {
    const { rows } = await sql<{ people: number }>`
      select count(*)::integer as people from (
        select user_id from active_days where ${within(span)} and not is_agent group by user_id
      ) as active`.execute(this.#db);
    return rows[0]?.people ?? 0;
  }

  /** The number of active users of each cohort by week since joining, which is 0. Weeks without activity are absent. */
  async countReturning(
    tribeId: number | null,
    cohorts: readonly Cohort[],
    to: string,
  ): Promise<{ week: string; after: number; people: number }[]> {
    const weeks = cohorts.flatMap(({ week, userIds }) => userIds.map(() => week));
    const userIds = cohorts.flatMap((cohort) => cohort.userIds);
    const { rows } = await sql<{ week: string; after: number; people: number }>`
      select to_char(cohort.week, 'YYYY-MM-DD') as week, after, count(*)::integer as people
      from unnest(${weeks}::date[], ${userIds}::text[]) as cohort (week, user_id)
      cross join generate_series(0, (${to}::date - cohort.week) / 7) as after
      cross join lateral (
        select from active_days
        where active_days.user_id = cohort.user_id
          and active_days.day between cohort.week + 7 * after and cohort.week + 7 * after + 6
          and ${tribeId === null ? sql`true` : sql`active_days.tribe_id = ${tribeId}`} and not is_agent
        limit 1
      ) as seen
      group by 1, 2 order by 1, 2`.execute(this.#db);
    return rows;
  }

  /** Returns a user's activity in the order of day and tribe, for their data export. */
  async listOwn(userId: string, limit: number, after: OwnActiveDayKey | null): Promise<OwnActiveDay[]> {
    const isAfter = after ? sql`(day, tribe_id) > (${after.day}::date, ${after.tribeId}::integer)` : sql`true`;
    const { rows } = await sql<OwnActiveDay>`
      select tribe_id, to_char(day, 'YYYY-MM-DD') as day, posts, comments, reactions
      from active_days where user_id = ${userId} and ${isAfter}
      order by active_days.day, tribe_id limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Deletes up to `limit` days of a user or of a tribe; resolves to their number. */
  deleteSome(of: { userId: string } | { tribeId: number }, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'activeDays', where: equals(of), limit });
  }
}

const equals = (of: { userId: string } | { tribeId: number }) =>
  'userId' in of ? sql`user_id = ${of.userId}` : sql`tribe_id = ${of.tribeId}`;

const within = ({ tribeId, from, to }: ActivitySpan) => {
  const days = sql<SqlBool>`day between ${from}::date and ${to}::date`;
  return tribeId === null ? days : sql<SqlBool>`tribe_id = ${tribeId} and ${days}`;
};
