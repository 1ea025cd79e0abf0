import { type Kysely, sql } from 'kysely';
import { changeCommentsCount, countThread, isAttached, type PostOfComment } from './comment-state.ts';
import type { StoredComment } from './comments.ts';
import type { ContentDb, HiddenCause, ReportedKind } from './tables.ts';

const tables = { post: 'posts', comment: 'comments', tribe_media: 'tribeMedia' } as const;

/** The reportable kinds that can be hidden: those stored by content. */
export type HideableKind = keyof typeof tables;

export const isHideable = (kind: ReportedKind): kind is HideableKind => Object.hasOwn(tables, kind);

/** Hidden posts, comments and pictures of tribes. */
export class Hiding {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /**
   * Hides the post, changes the cause, or shows it (null), and returns the level that it requires. Raises the version of
   * its pictures when their visibility changes. The post must be locked.
   */
  async setPost(id: string, hidden: { at: Date; cause: Exclude<HiddenCause, 'parent'> } | null): Promise<number> {
    const hides = hidden !== null;
    const { minLevelOrder } = await this.#db
      .updateTable('posts')
      .set({
        hiddenAt: hidden?.at ?? null,
        hiddenCause: hidden?.cause ?? null,
        picturesVersion: sql<number>`pictures_version
          + ((hidden_at is not null) <> ${hides}::boolean or ${hidden?.cause === 'removed'}::boolean)::integer`,
      })
      .where('id', '=', id)
      .returning('minLevelOrder')
      .executeTakeFirstOrThrow();
    return minLevelOrder;
  }

  /** Hides a picture of a tribe, changes the cause, or shows it (null). Raises its version as `setPost` does. */
  async setMedia(id: string, hidden: { at: Date; cause: 'reports' | 'removed' } | null): Promise<void> {
    const hides = hidden !== null;
    await this.#db
      .updateTable('tribeMedia')
      .set({
        hiddenAt: hidden?.at ?? null,
        hiddenCause: hidden?.cause ?? null,
        pictureVersion: sql<number>`picture_version
          + ((hidden_at is not null) <> ${hides}::boolean or ${hidden?.cause === 'removed'}::boolean)::integer`,
      })
      .where('id', '=', id)
      .execute();
  }

  /**
   * Hides a comment, changes the cause, or shows it (null), and updates the count of its post, which it returns: replies
   * are hidden with their comment. The post must be locked.
   */
  async setComment(
    { id, postId }: Pick<StoredComment, 'id' | 'postId'>,
    hidden: { at: Date; cause: Exclude<HiddenCause, 'parent'> } | null,
  ): Promise<PostOfComment> {
    const before = await countThread(this.#db, id);
    await this.#db
      .updateTable('comments')
      .set({ hiddenAt: hidden?.at ?? null, hiddenCause: hidden?.cause ?? null })
      .where('id', '=', id)
      .execute();
    const change = (await countThread(this.#db, id)) - before;
    return changeCommentsCount(this.#db, postId, change);
  }

  /** The cause for which a reported object itself is hidden; null when it is not, undefined when it is deleted. */
  async causeOf(kind: HideableKind, objectId: string): Promise<Exclude<HiddenCause, 'parent'> | null | undefined> {
    const row = await this.#db
      .selectFrom(tables[kind])
      .select('hiddenCause')
      .where('id', '=', objectId)
      .$if(kind === 'comment', (query) => query.where(isAttached))
      .executeTakeFirst();
    return row?.hiddenCause === 'parent' ? null : row?.hiddenCause;
  }
}
