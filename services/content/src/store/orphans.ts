import { deletePortion, lockIds } from '@tribus/kit/postgres/portions.ts';
import { isNoneOf } from '@tribus/kit/postgres/sweep-ids.ts';
import { type Kysely, sql } from 'kysely';
import type { StoredComment } from './comments.ts';
import type { ContentDb } from './tables.ts';

/** A reply to a deleted comment, with its tribe, or null when its post is also deleted. */
export type DeletedReply = Pick<StoredComment, 'id' | 'postId' | 'authorId'> & { tribeId: number | null };

/** The tables with rows of a case. */
export const tablesOfCase = ['reports', 'caseDecisions', 'caseNotes'] as const;

/**
 * Rows of deleted posts, comments and cases. They are deleted in batches afterwards, and until then no query may return
 * them: queries that do not start from an existing post select attached comments (`comment-state.ts`). The triggers of
 * migration 0016 record deleted rows, and reject new rows that refer to them.
 */
export class Orphans {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Whether a recorded deletion may have left rows. */
  async hasAny(): Promise<boolean> {
    const { rows } = await sql<{ hasAny: boolean }>`
      select exists (select from deleted_posts) or exists (select from deleted_comments)
        or exists (select from deleted_cases) as has_any`.execute(this.#db);
    return rows[0]?.hasAny === true;
  }

  /** Deleted posts that may have left rows, except some. */
  async listPosts(limit: number, exceptIds: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('deletedPosts')
      .select('postId')
      .where(isNoneOf('postId', exceptIds))
      .limit(limit)
      .execute();
    return rows.map(({ postId }) => postId);
  }

  /** Deleted comments that may have left rows. */
  async listComments(limit: number, exceptIds: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('deletedComments')
      .select('commentId')
      .where(isNoneOf('commentId', exceptIds))
      .limit(limit)
      .execute();
    return rows.map(({ commentId }) => commentId);
  }

  /** Deleted cases that may have left rows. */
  async listCases(limit: number, exceptIds: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('deletedCases')
      .select('caseId')
      .where(isNoneOf('caseId', exceptIds))
      .limit(limit)
      .execute();
    return rows.map(({ caseId }) => caseId);
  }

  /** Deletes up to `limit` comments on deleted posts; resolves to their ids. */
  async deleteSomeComments(postIds: readonly string[], limit: number): Promise<string[]> {
    const ids = await lockIds(this.#db, { from: 'comments', where: sql`post_id = any(${postIds}::uuid[])`, limit });
    if (ids.length > 0) await this.#db.deleteFrom('comments').where('id', 'in', ids).execute();
    return ids;
  }

  /** Deletes up to `limit` replies to deleted comments; resolves to them. */
  async deleteSomeReplies(commentIds: readonly string[], limit: number): Promise<DeletedReply[]> {
    const ids = await lockIds(this.#db, {
      from: 'comments',
      where: sql`parent_id = any(${commentIds}::uuid[])`,
      limit,
    });
    if (ids.length === 0) return [];
    return this.#db
      .deleteFrom('comments')
      .where('id', 'in', ids)
      .returning(['id', 'postId', 'authorId'])
      .returning(sql<number | null>`(select tribe_id from posts where posts.id = comments.post_id)`.as('tribeId'))
      .execute();
  }

  /** Deletes up to `limit` reactions to deleted posts or comments; resolves to their number. */
  deleteSomeReactions(targetIds: readonly string[], limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'reactions', where: sql`target_id = any(${targetIds}::uuid[])`, limit });
  }

  /** Deletes up to `limit` views of deleted posts; resolves to their number. */
  deleteSomeViews(postIds: readonly string[], limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'views', where: sql`post_id = any(${postIds}::uuid[])`, limit });
  }

  /** Deletes up to `limit` versions of deleted posts; resolves to their number. */
  deleteSomeVersions(postIds: readonly string[], limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'postVersions', where: sql`post_id = any(${postIds}::uuid[])`, limit });
  }

  /** Deletes up to `limit` rows of deleted cases; resolves to their number. */
  deleteSomeOfCases(from: (typeof tablesOfCase)[number], caseIds: readonly string[], limit: number): Promise<number> {
    return deletePortion(this.#db, { from, where: sql`case_id = any(${caseIds}::uuid[])`, limit });
  }

  /** Deletes the records of deleted posts that have no rows left. */
  async clearPosts(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('deletedPosts').where('postId', 'in', ids).execute();
  }

  /** Deletes the records of deleted comments that have no rows left. */
  async clearComments(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('deletedComments').where('commentId', 'in', ids).execute();
  }

  /** Deletes the records of deleted cases that have no rows left. */
  async clearCases(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('deletedCases').where('caseId', 'in', ids).execute();
  }
}
