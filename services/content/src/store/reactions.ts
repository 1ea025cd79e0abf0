import { type Kysely, sql } from 'kysely';
import type { ContentDb, ReactionType } from './tables.ts';

/** The target of a reaction. */
export type ReactionTarget = { kind: 'post' | 'comment'; id: string };

export interface ReactionCounts {
  like: number;
  dislike: number;
}

const tableOf = { post: 'posts', comment: 'comments' } as const;

export class Reactions {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  find(targetId: string, userId: string): Promise<{ type: ReactionType; createdAt: Date } | undefined> {
    return this.#db
      .selectFrom('reactions')
      .select(['type', 'createdAt'])
      .where('targetId', '=', targetId)
      .where('userId', '=', userId)
      .executeTakeFirst();
  }

  /** Replaces a user's reaction `before` and returns the new counts. */
  async replace(
    target: ReactionTarget,
    userId: string,
    change: { before: ReactionType | undefined; after: ReactionType | undefined; at: Date },
  ): Promise<ReactionCounts> {
    const { before, after, at } = change;
    const delta = (type: ReactionType): number => Number(after === type) - Number(before === type);
    const { likes, dislikes } = await this.#db
      .with('written', (within) => {
        if (!after)
          return within.deleteFrom('reactions').where('targetId', '=', target.id).where('userId', '=', userId);
        return within
          .insertInto('reactions')
          .values({ targetId: target.id, userId, type: after, createdAt: at })
          .onConflict((conflict) =>
            conflict.columns(['targetId', 'userId']).doUpdateSet({ type: after, createdAt: at }),
          );
      })
      .updateTable(tableOf[target.kind])
      .set({ likes: sql`likes + ${delta('like')}`, dislikes: sql`dislikes + ${delta('dislike')}` })
      .where('id', '=', target.id)
      .returning(['likes', 'dislikes'])
      .executeTakeFirstOrThrow();
    return { like: likes, dislike: dislikes };
  }

  /** A user's own reactions, ordered by target. */
  listOwn(userId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('reactions')
      .select(['targetId', 'type', 'createdAt'])
      .where('userId', '=', userId)
      .$if(afterId !== '', (query) => query.where('targetId', '>', afterId))
      .orderBy('targetId')
      .limit(limit)
      .execute();
  }

  /**
   * Deletes up to `limit` reactions of a user, and subtracts them from the counts. Locks their targets first, posts
   * before comments, as when a reaction is set.
   */
  async deleteSomeOf(userId: string, limit: number): Promise<number> {
    const some = await this.#db
      .selectFrom('reactions')
      .select('targetId')
      .where('userId', '=', userId)
      .orderBy('targetId')
      .limit(limit)
      .execute();
    if (some.length === 0) return 0;
    const ids = some.map(({ targetId }) => targetId);
    const among = sql<boolean>`id = any(${ids}::uuid[])`;
    for (const table of ['posts', 'comments'] as const)
      await this.#db.selectFrom(table).select('id').where(among).orderBy('id').forUpdate().execute();
    const deleted = await this.#db
      .deleteFrom('reactions')
      .where('userId', '=', userId)
      .where(sql<boolean>`target_id = any(${ids}::uuid[])`)
      .returning(['targetId', 'type'])
      .execute();
    for (const type of ['like', 'dislike'] as const) {
      const targets = deleted.flatMap((reaction) => (reaction.type === type ? reaction.targetId : []));
      const column = type === 'like' ? 'likes' : 'dislikes';
      for (const table of ['posts', 'comments'] as const)
        await this.#db
          .updateTable(table)
          .set({ [column]: sql`${sql.ref(column)} - 1` })
          .where(sql<boolean>`id = any(${targets}::uuid[])`)
          .execute();
    }
    return some.length;
  }
}
