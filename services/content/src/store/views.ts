import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

/** A view of a post on a day, `YYYY-MM-DD` (UTC). */
export interface OwnView {
  postId: string;
  day: string;
}

/** Views of posts by viewer and day, and their counts. */
export class Views {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Counts a view unless this viewer had one that day. `day` is `YYYY-MM-DD`. */
  async count(postId: string, viewer: string, day: string): Promise<void> {
    const post = this.#db.selectFrom('posts').select('id').where('id', '=', postId).forUpdate();
    if (!(await post.executeTakeFirst())) return;
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('views')
      .values({ postId, viewer, day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    await this.#db
      .updateTable('posts')
      .set((row) => ({ views: row('views', '+', 1) }))
      .where('id', '=', postId)
      .execute();
  }

  /** Returns the posts that a user viewed, in the order of post and day, for their data export. */
  async listOwn(viewer: string, limit: number, after: OwnView | null): Promise<OwnView[]> {
    const isAfter = after ? sql`(post_id, day) > (${after.postId}::uuid, ${after.day}::date)` : sql`true`;
    const { rows } = await sql<OwnView>`
      select post_id, to_char(day, 'YYYY-MM-DD') as day from views where viewer = ${viewer} and ${isAfter}
      order by post_id, views.day limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Deletes up to `limit` view records of a user; the posts' counts stay. */
  deleteSomeOf(viewer: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'views', where: sql`viewer = ${viewer}`, limit });
  }
}
