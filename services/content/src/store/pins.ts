import { type Kysely, sql } from 'kysely';
import { pinsPerTribe } from '../../limits.ts';
import type { ContentDb } from './tables.ts';

/** The posts pinned to the top of the feed of their tribe. */
export class Pins {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Pins a post in the first free slot, unless it is pinned; false when none is free. */
  async insert(tribeId: number, postId: string, pinnedAt: Date): Promise<boolean> {
    // A concurrent insert into the same slot is seen by the next attempt, and there are no more slots than attempts.
    for (let attempt = 0; attempt < pinsPerTribe; attempt++) {
      if (await this.#has(postId)) return true;
      const { numInsertedOrUpdatedRows: inserted } = await this.#db
        .insertInto('pinnedPosts')
        .columns(['tribeId', 'place', 'postId', 'pinnedAt'])
        .expression(
          sql`select ${tribeId}::integer, place, ${postId}::uuid, ${pinnedAt}::timestamptz
            from generate_series(1, ${pinsPerTribe}::integer) as free (place)
            where not exists (select from pinned_posts taken where taken.tribe_id = ${tribeId} and taken.place = free.place)
            order by place limit 1`,
        )
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (inserted) return true;
    }
    return this.#has(postId);
  }

  async delete(postId: string): Promise<void> {
    await this.#db.deleteFrom('pinnedPosts').where('postId', '=', postId).execute();
  }

  async #has(postId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('pinnedPosts')
      .select('place')
      .where('postId', '=', postId)
      .executeTakeFirst();
    return row !== undefined;
  }
}
