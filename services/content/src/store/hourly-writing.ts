import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

/** Posts and comments of each user per clock hour, including deleted ones. */
export class HourlyWriting {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /**
   * Counts one more in the hour; returns false at `max`, also for concurrent calls: they wait until the transaction of
   * this one ends.
   */
  async count(userId: string, hour: Date, what: 'posts' | 'comments', max: number): Promise<boolean> {
    const [posts, comments] = what === 'posts' ? [1, 0] : [0, 1];
    const { rows } = await sql`
      insert into hourly_writing as written (user_id, hour, posts, comments)
      values (${userId}, ${hour}, ${posts}, ${comments})
      on conflict (user_id, hour) do update
      set posts = written.posts + ${posts}, comments = written.comments + ${comments}
      where ${sql.ref(`written.${what}`)} < ${max}
      returning hour`.execute(this.#db);
    return rows.length === 1;
  }

  /** Deletes up to `limit` hours of a user; resolves to their number. */
  deleteSomeOf(userId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'hourlyWriting', where: sql`user_id = ${userId}`, limit });
  }
}
