import { type Kysely, sql } from 'kysely';
import type { ContentDb, HiddenCause } from './tables.ts';

/**
 * A reply shares the state of its comment: it is deleted and hidden with it. No columns of replies change for that,
 * because there may be thousands. Earlier versions wrote the cause `parent` into them, which is ignored.
 */

/** The alias of the comments table in the query. */
type CommentName = 'comments' | 'reply';

/** The post and the parent of the comment exist: comments of a deleted post or parent are deleted later (`Orphans`). */
export const isAttached = sql<boolean>`(
  exists (select from posts as its_post where its_post.id = comments.post_id)
  and (comments.parent_id is null or exists (select from comments as its_parent where its_parent.id = comments.parent_id)))`;

const isHiddenItself = (name: CommentName) =>
  sql<boolean>`coalesce(${sql.ref(`${name}.hiddenCause`)} <> 'parent', false)`;

/** A comment that is not hidden and whose parent exists and is not hidden. Such comments are counted on their post. */
export const isCounted = (name: CommentName) => sql<boolean>`(
  not ${isHiddenItself(name)}
  and (${sql.ref(`${name}.parentId`)} is null or exists (
    select from comments as its_parent
    where its_parent.id = ${sql.ref(`${name}.parentId`)} and its_parent.hidden_at is null)))`;

/** The cause for which a comment is hidden; its parent must be joined as `parent`. */
export const hiddenCause = sql<HiddenCause | null>`coalesce(
  nullif(comments.hidden_cause, 'parent'), case when parent.hidden_at is not null then 'parent' end)`;

/** The time since which it is hidden; joined as above. */
export const hiddenAt = sql<Date | null>`(
  case when ${isHiddenItself('comments')} then comments.hidden_at else parent.hidden_at end)`;

/** The number of a comment and its replies that are counted on their post. */
export async function countThread(db: Kysely<ContentDb>, id: string): Promise<number> {
  const { counted } = await db
    .selectFrom('comments')
    .select((row) => row.fn.countAll<number>().as('counted'))
    .where((row) => row.or([row('id', '=', id), row('parentId', '=', id)]))
    .where(isCounted('comments'))
    .executeTakeFirstOrThrow();
  return counted;
}

/** The viewers of a comment's post. */
export interface PostOfComment {
  /** The level that the post requires; 0 while only its author and moderators see it, and when it is deleted. */
  minLevelOrder: number;
  postAuthorId: string;
}

/** Adds to the number of comments of a post, which it returns. */
export async function changeCommentsCount(db: Kysely<ContentDb>, id: string, change: number): Promise<PostOfComment> {
  const post = await db
    .updateTable('posts')
    .set((row) => ({ commentsCount: row('commentsCount', '+', change) }))
    .where('id', '=', id)
    .returning(['minLevelOrder', 'hiddenAt', 'authorId'])
    .executeTakeFirst();
  if (!post) return { minLevelOrder: 0, postAuthorId: '' };
  return { minLevelOrder: post.hiddenAt === null ? post.minLevelOrder : 0, postAuthorId: post.authorId };
}
