import { type Kysely, sql } from 'kysely';
import { isCounted } from './comment-state.ts';
import type { UserInTribe } from './post-viewers.ts';
import type { ContentDb, ReactionType, StoredPicture, StoredVideo } from './tables.ts';

/** Begins more than the words of a post that a list of activity shows. */
const SHOWN_LETTERS = 120;

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
  /** The beginning of the text of the post. */
  postText: string;
  /** The cover of the post, or its first picture. */
  picture: StoredPicture | null;
  /** The first video of the post. */
  video: StoredVideo | null;
  picturesVersion: number;
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
      SELECT activity.*, left(posts.content, ${SHOWN_LETTERS}::integer) AS post_text, posts.pictures_version,
        coalesce(posts.images -> posts.cover_index, posts.images -> 0) AS picture, posts.videos -> 0 AS video
      FROM (
        SELECT NULL AS comment_id, 'reaction' AS type, user_id AS actor_id, reactions.type AS reaction,
          NULL AS comment, own.id AS post_id, own.tribe_id, reactions.created_at
        FROM own JOIN reactions ON reactions.target_id = own.id
        WHERE user_id <> ${authorId} AND ${isShown('reactions.user_id')}
        UNION ALL
        SELECT comments.id::text, 'comment', comments.author_id, NULL, comments.content, own.id, own.tribe_id,
          comments.created_at
        FROM own JOIN comments ON comments.post_id = own.id
        WHERE comments.author_id <> ${authorId} AND ${isCounted('comments')} AND ${isShown('comments.author_id')}
        ORDER BY created_at DESC LIMIT ${limit}
      ) AS activity JOIN posts ON posts.id = activity.post_id
      ORDER BY activity.created_at DESC`.execute(this.#db);
    return rows;
  }
}
