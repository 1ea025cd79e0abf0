import { dayMs } from '@tribus/kit/core/durations.ts';
import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

type Written = 'posts' | 'comments';

const dayBefore = (hour: Date): Date => new Date(hour.getTime() - dayMs);

/** Posts and comments of each user per clock hour, including deleted ones. */
export class HourlyWriting {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /**
   * Counts one more in the hour; returns false at `max`, and at `dayMax` of this hour and the 23 before it, also for
   * concurrent calls: they wait until the transaction of this one ends.
   */
  async count(
    userId: string,
    hour: Date,
    what: Written,
    { max, dayMax = null }: { max: number; dayMax?: number | null },
  ): Promise<boolean> {
    const [posts, comments] = what === 'posts' ? [1, 0] : [0, 1];
    const { rows } = await sql`
      with earlier as (
        select coalesce(sum(${sql.ref(what)}), 0) as total from hourly_writing
        where user_id = ${userId} and hour > ${dayBefore(hour)} and hour < ${hour})
      insert into hourly_writing as written (user_id, hour, posts, comments)
      select ${userId}, ${hour}, ${posts}::integer, ${comments}::integer from earlier
      where ${dayMax}::integer is null or total < ${dayMax}
      on conflict (user_id, hour) do update
      set posts = written.posts + ${posts}, comments = written.comments + ${comments}
      where ${sql.ref(`written.${what}`)} < ${max}
        and (${dayMax}::integer is null or ${sql.ref(`written.${what}`)} + (select total from earlier) < ${dayMax})
      returning hour`.execute(this.#db);
    return rows.length === 1;
  }

  /** Returns the time at which fewer than `dayMax` will be counted in a day; undefined when fewer are counted now. */
  async dayOpensAt(userId: string, hour: Date, what: Written, dayMax: number): Promise<Date | undefined> {
    const { rows } = await sql<{ hour: Date | null }>`
      select max(hour) as hour from (
        select hour, sum(${sql.ref(what)}) over (order by hour desc) as since from hourly_writing
        where user_id = ${userId} and hour > ${dayBefore(hour)} and hour <= ${hour}) as hours
      where since >= ${dayMax}`.execute(this.#db);
    const full = rows[0]?.hour;
    return full ? new Date(full.getTime() + dayMs) : undefined;
  }

  /** Deletes up to `limit` hours of a user; resolves to their number. */
  deleteSomeOf(userId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'hourlyWriting', where: sql`user_id = ${userId}`, limit });
  }
}
