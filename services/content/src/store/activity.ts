import { type Kysely, sql } from 'kysely';
import { isCounted } from './comment-state.ts';
import type { UserInTribe } from './post-viewers.ts';
import type { ContentDb, ReactionType } from './tables.ts';

/** An action of another user on one of a user's posts. */
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

  /** The tribes in which a user has posts. */
  async listTribeIds(authorId: string): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('posts')
      .select('tribeId')
      .distinct()
      .where('authorId', '=', authorId)
      .execute();
    return rows.map((row) => row.tribeId);
  }

  /** The newest actions of others on a user's newest posts in these tribes, without the users in `excluded`. */
  async listOnPosts(
    authorId: string,
    tribeIds: readonly number[],
    excluded: readonly UserInTribe[],
    limit: number,
  ): Promise<StoredActivity[]> {
    const tribes = excluded.map(({ tribeId }) => tribeId);
    const users = excluded.map(({ userId }) => userId);
    const isShown = (user: 'reactions.user_id' | 'comments.author_id') =>
      excluded.length === 0
        ? sql`true`
        : sql`not exists (
            select from unnest(${tribes}::integer[], ${users}::text[]) as left_out (tribe_id, user_id)
            where left_out.tribe_id = own.tribe_id and left_out.user_id = ${sql.ref(user)})`;
    const { rows } = await sql<StoredActivity>`
      WITH own AS (
        SELECT id, tribe_id FROM posts WHERE author_id = ${authorId} AND tribe_id = any(${tribeIds}::integer[])
          AND hidden_cause IS DISTINCT FROM 'removed'
        ORDER BY created_at DESC, id DESC LIMIT 200
      )
      SELECT * FROM (
        SELECT NULL AS comment_id, 'reaction' AS type, user_id AS actor_id, reactions.type AS reaction,
          NULL AS comment, own.id AS post_id, own.tribe_id, reactions.created_at
        FROM own JOIN reactions ON reactions.target_id = own.id
        WHERE user_id <> ${authorId} AND ${isShown('reactions.user_id')}
        UNION ALL
        SELECT comments.id::text, 'comment', comments.author_id, NULL, comments.content, own.id, own.tribe_id,
          comments.created_at
        FROM own JOIN comments ON comments.post_id = own.id
        WHERE comments.author_id <> ${authorId} AND ${isCounted('comments')} AND ${isShown('comments.author_id')}
      ) AS activity
      ORDER BY created_at DESC LIMIT ${limit}`.execute(this.#db);
    return rows;
  }
}
