import { deletePortion, lockIds } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { StoredComment } from './comments.ts';
import type { ContentDb } from './tables.ts';

/** A reply to a comment that is gone; of which tribe, null when its post is gone as well. */
export type DeletedReply = Pick<StoredComment, 'id' | 'postId' | 'authorId'> & { tribeId: number | null };

/** What hangs on a case. */
export const tablesOfCase = ['reports', 'caseDecisions', 'caseNotes'] as const;

/**
 * Rows of a post, a comment or a case that is gone. They are deleted in portions after it, and until then no query may find
 * them: one that is not about a post that was found before asks for comments that are attached (`comment-state.ts`).
 * Migration 0016 notes what was deleted, and refuses rows of what is gone.
 */
export class Orphans {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Whether anything that was deleted may have left rows. */
  async areNoted(): Promise<boolean> {
    const { rows } = await sql<{ noted: boolean }>`
      select exists (select from deleted_posts) or exists (select from deleted_comments)
        or exists (select from deleted_cases) as noted`.execute(this.#db);
    return rows[0]?.noted === true;
  }

  /** Posts that were deleted and may have left rows. */
  async listPosts(limit: number): Promise<string[]> {
    const rows = await this.#db.selectFrom('deletedPosts').select('postId').limit(limit).execute();
    return rows.map(({ postId }) => postId);
  }

  /** The same of comments. */
  async listComments(limit: number): Promise<string[]> {
    const rows = await this.#db.selectFrom('deletedComments').select('commentId').limit(limit).execute();
    return rows.map(({ commentId }) => commentId);
  }

  /** The same of cases. */
  async listCases(limit: number): Promise<string[]> {
    const rows = await this.#db.selectFrom('deletedCases').select('caseId').limit(limit).execute();
    return rows.map(({ caseId }) => caseId);
  }

  /** Deletes up to so many comments on posts that are gone; resolves to their ids. */
  async deleteSomeComments(postIds: readonly string[], limit: number): Promise<string[]> {
    const ids = await lockIds(this.#db, { from: 'comments', where: sql`post_id = any(${postIds}::uuid[])`, limit });
    if (ids.length > 0) await this.#db.deleteFrom('comments').where('id', 'in', ids).execute();
    return ids;
  }

  /** Deletes up to so many replies to comments that are gone; resolves to them. */
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

  /** Deletes up to so many reactions to posts or comments that are gone; resolves to how many. */
  deleteSomeReactions(targetIds: readonly string[], limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'reactions', where: sql`target_id = any(${targetIds}::uuid[])`, limit });
  }

  /** Deletes up to so many views of posts that are gone; resolves to how many. */
  deleteSomeViews(postIds: readonly string[], limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'views', where: sql`post_id = any(${postIds}::uuid[])`, limit });
  }

  /** Deletes up to so many rows of cases that are gone; resolves to how many. */
  deleteSomeOfCases(from: (typeof tablesOfCase)[number], caseIds: readonly string[], limit: number): Promise<number> {
    return deletePortion(this.#db, { from, where: sql`case_id = any(${caseIds}::uuid[])`, limit });
  }

  /** Nothing of these posts is left. */
  async closePosts(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('deletedPosts').where('postId', 'in', ids).execute();
  }

  /** Nothing of these comments is left. */
  async closeComments(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('deletedComments').where('commentId', 'in', ids).execute();
  }

  /** Nothing of these cases is left. */
  async closeCases(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('deletedCases').where('caseId', 'in', ids).execute();
  }
}
