import { type Kysely, sql } from 'kysely';
import { isShown } from './shown.ts';
import type { ContentDb, PostKind } from './tables.ts';

/** A post with the numbers of reactions, comments and views. */
export interface BestPost {
  id: string;
  tribeId: number;
  authorId: string;
  kind: PostKind;
  content: string;
  createdAt: Date;
  comments: number;
  reactions: number;
  views: number;
}

/** The posts with the most reactions and comments. */
export class BestPosts {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /**
   * The posts since a time with the most reactions and comments, of one tribe or (null) of all, for a moderator;
   * without posts by `blocked` and posts without reactions and comments.
   */
  list(
    tribeId: number | null,
    since: Date,
    { viewerId, blocked, limit }: { viewerId: string; blocked: readonly string[]; limit: number },
  ): Promise<BestPost[]> {
    const reactions = sql<number>`(likes + dislikes)`;
    const score = sql<number>`(likes + dislikes + comments_count)`;
    return this.#db
      .selectFrom('posts')
      .select(['id', 'tribeId', 'authorId', 'kind', 'content', 'createdAt', 'commentsCount as comments', 'views'])
      .select(reactions.as('reactions'))
      .where('createdAt', '>=', since)
      .where(score, '>', 0)
      .where(isShown('posts', { viewerId, moderates: true }))
      .where(sql<boolean>`author_id <> all(${blocked}::text[])`)
      .$if(tribeId !== null, (query) => query.where('tribeId', '=', tribeId ?? 0))
      .orderBy(score, 'desc')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }
}
