import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isCounted } from './comment-state.ts';
import type { ContentDb } from './tables.ts';

/** The tables with counters. */
export const countedTables = ['posts', 'comments'] as const;
export type CountedTable = (typeof countedTables)[number];

const reactionsTo = (table: CountedTable, type: 'like' | 'dislike') =>
  sql<number>`(select count(*)::integer from reactions
    where reactions.target_id = ${sql.table(table)}.id and reactions.type = ${sql.lit(type)})`;

const reactionCounts = (table: CountedTable) => ({
  likes: reactionsTo(table, 'like'),
  dislikes: reactionsTo(table, 'dislike'),
});

/**
 * The counters of each table, with the number of rows that each counts. Views are missing: their records are deleted
 * with the account of the viewer, and the count stays.
 */
const actual: Record<CountedTable, Record<string, RawBuilder<number>>> = {
  posts: {
    ...reactionCounts('posts'),
    commentsCount: sql<number>`(select count(*)::integer from comments
      where comments.post_id = posts.id and ${isCounted('comments')})`,
  },
  comments: reactionCounts('comments'),
};

const isWrong = (table: CountedTable) => {
  const pairs = Object.entries(actual[table]).map(
    ([column, count]) => sql`${sql.ref(`${table}.${column}`)} <> ${count}`,
  );
  return sql<boolean>`(${sql.join(pairs, sql` or `)})`;
};

/** Counters of posts and comments, compared with the rows that they count. */
export class Counters {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Compares the counters of up to `limit` rows after an id, in the order of the ids. */
  compare(table: CountedTable, limit: number, afterId?: string): Promise<{ id: string; isWrong: boolean }[]> {
    return this.#db
      .selectFrom(table)
      .select(['id', isWrong(table).as('isWrong')])
      .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /**
   * Counts anew for a row whose counters are wrong; returns false if they are right. Locks the row first, in a separate
   * statement: a change of a counter locks its row, so the counts include every change that was waited for.
   */
  async correct(table: CountedTable, id: string): Promise<boolean> {
    await this.#db.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
    const { numUpdatedRows } = await this.#db
      .updateTable(table)
      .set(actual[table])
      .where('id', '=', id)
      .where(isWrong(table))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
