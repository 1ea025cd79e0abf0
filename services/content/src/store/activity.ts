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

/** In which tribes somebody has posts. */
export async function tribesOfAuthor(db: Kysely<ContentDb>, authorId: string): Promise<number[]> {
  const rows = await db.selectFrom('posts').select('tribeId').distinct().where('authorId', '=', authorId).execute();
  return rows.map((row) => row.tribeId);
}

/** The newest of what others did with a person's newest posts in some tribes. */
export async function activityOn(
  db: Kysely<ContentDb>,
  authorId: string,
  tribeIds: readonly number[],
  limit: number,
): Promise<StoredActivity[]> {
  const { rows } = await sql<StoredActivity>`
    WITH own AS (
      SELECT id, tribe_id FROM posts WHERE author_id = ${authorId} AND tribe_id = any(${tribeIds}::integer[])
      ORDER BY created_at DESC, id DESC LIMIT 200
    )
    SELECT * FROM (
      SELECT NULL AS "commentId", 'reaction' AS type, user_id AS "actorId",
        reactions.type AS reaction, NULL AS comment, own.id AS "postId", own.tribe_id AS "tribeId",
        reactions.created_at AS "createdAt"
      FROM own JOIN reactions ON reactions.target_id = own.id WHERE user_id <> ${authorId}
      UNION ALL
      SELECT comments.id::text, 'comment', comments.author_id, NULL, comments.content, own.id, own.tribe_id,
        comments.created_at
      FROM own JOIN comments ON comments.post_id = own.id WHERE comments.author_id <> ${authorId}
    ) AS happened
    ORDER BY "createdAt" DESC LIMIT ${limit}`.execute(db);
  return rows;
}
