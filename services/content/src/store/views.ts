import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

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

  /** Deletes up to `limit` view records of a user; the posts' counts stay. */
  deleteSomeOf(viewer: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'views', where: sql`viewer = ${viewer}`, limit });
  }
}
