import { type Kysely, sql } from 'kysely';
import type { ContentDb, ReactionType } from './tables.ts';

/** What somebody reacts to. */
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

  async find(targetId: string, userId: string): Promise<ReactionType | undefined> {
    const row = await this.#db
      .selectFrom('reactions')
      .select('type')
      .where('targetId', '=', targetId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return row?.type;
  }

  /** Writes somebody's reaction in place of `before` and returns the counts after it. */
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
}
