import { type Kysely, sql } from 'kysely';
import type { ContentDb, HiddenCause } from './tables.ts';

/**
 * What a reply is follows its comment: it is gone with it, and hidden with it. Nothing is written into replies for that, as
 * they may be thousands. Versions before wrote the cause `parent` into them, which is not read any more.
 */

/** A comment by the name that its table has in the query. */
type CommentName = 'comments' | 'reply';

/** The post of a comment is there, and the comment that it replies to: those of what was deleted go after it (`Orphans`). */
export const isAttached = sql<boolean>`(
  exists (select from posts as its_post where its_post.id = comments.post_id)
  and (comments.parent_id is null or exists (select from comments as its_parent where its_parent.id = comments.parent_id)))`;

const isHiddenItself = (name: CommentName) =>
  sql<boolean>`coalesce(${sql.ref(`${name}.hiddenCause`)} <> 'parent', false)`;

/** A comment that neither is hidden nor replies to one that is, or that is gone. Those are counted on their post. */
export const isCounted = (name: CommentName) => sql<boolean>`(
  not ${isHiddenItself(name)}
  and (${sql.ref(`${name}.parentId`)} is null or exists (
    select from comments as its_parent
    where its_parent.id = ${sql.ref(`${name}.parentId`)} and its_parent.hidden_at is null)))`;

/** Why a comment is hidden; the comment that it replies to is joined as `parent`. */
export const hiddenCause = sql<HiddenCause | null>`coalesce(
  nullif(comments.hidden_cause, 'parent'), case when parent.hidden_at is not null then 'parent' end)`;

/** Since when, of the same. */
export const hiddenAt = sql<Date | null>`(
  case when ${isHiddenItself('comments')} then comments.hidden_at else parent.hidden_at end)`;

/** How many a comment and its replies count on their post. */
export async function countThread(db: Kysely<ContentDb>, id: string): Promise<number> {
  const { counted } = await db
    .selectFrom('comments')
    .select((row) => row.fn.countAll<number>().as('counted'))
    .where((row) => row.or([row('id', '=', id), row('parentId', '=', id)]))
    .where(isCounted('comments'))
    .executeTakeFirstOrThrow();
  return counted;
}
