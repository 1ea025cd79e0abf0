import { type Kysely, sql } from 'kysely';
import type { ContentDb, ReactionType } from './tables.ts';

/** Something others did with somebody's posts. */
export interface StoredActivity {
  commentId: string | null;
  type: 'reaction' | 'comment';
  actorId: string;
  reaction: ReactionType | null;
  comment: string | null;
  postId: string;
  tribeId: number;
  createdAt: Date;
}

export class Activity {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** The tribes in which somebody has posts. */
  async listTribeIds(authorId: string): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('posts')
      .select('tribeId')
      .distinct()
      .where('authorId', '=', authorId)
      .execute();
    return rows.map((row) => row.tribeId);
  }

  /** The newest of what others did with a person's newest posts in some tribes. */
  async listOnPosts(authorId: string, tribeIds: readonly number[], limit: number): Promise<StoredActivity[]> {
    const { rows } = await sql<StoredActivity>`
      WITH own AS (
        SELECT id, tribe_id FROM posts WHERE author_id = ${authorId} AND tribe_id = any(${tribeIds}::integer[])
        ORDER BY created_at DESC, id DESC LIMIT 200
      )
      SELECT * FROM (
        SELECT NULL AS comment_id, 'reaction' AS type, user_id AS actor_id, reactions.type AS reaction,
          NULL AS comment, own.id AS post_id, own.tribe_id, reactions.created_at
        FROM own JOIN reactions ON reactions.target_id = own.id WHERE user_id <> ${authorId}
        UNION ALL
        SELECT comments.id::text, 'comment', comments.author_id, NULL, comments.content, own.id, own.tribe_id,
          comments.created_at
        FROM own JOIN comments ON comments.post_id = own.id WHERE comments.author_id <> ${authorId}
      ) AS activity
      ORDER BY created_at DESC LIMIT ${limit}`.execute(this.#db);
    return rows;
  }
}
