import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StoredComment } from './comments.ts';
import type { ContentDb, HiddenCause, ReportedKind } from './tables.ts';

const tables = { post: 'posts', comment: 'comments', tribe_media: 'tribeMedia' } as const;

/** What can be hidden of what can be reported: what content has itself. */
export type HideableKind = keyof typeof tables;

export const isHideable = (kind: ReportedKind): kind is HideableKind => Object.hasOwn(tables, kind);

/** Posts, comments and pictures of tribes that are hidden without being deleted. */
export class Hiding {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Hides the post, changes why, or shows it again (null). Media is told of its pictures when that changes who may see them. */
  async setPost(id: string, hidden: { at: Date; cause: Exclude<HiddenCause, 'parent'> } | null): Promise<void> {
    const hides = hidden !== null;
    await this.#db
      .updateTable('posts')
      .set({
        hiddenAt: hidden?.at ?? null,
        hiddenCause: hidden?.cause ?? null,
        picturesVersion: sql<number>`pictures_version
          + ((hidden_at is not null) <> ${hides}::boolean or ${hidden?.cause === 'removed'}::boolean)::integer`,
      })
      .where('id', '=', id)
      .execute();
  }

  /** The same of a picture in the media of a tribe. */
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
   * Hides a comment with its replies, changes why, or shows them again (null), and counts on the post what is shown. A
   * reply stays hidden while it is hidden for itself or its comment is. The post is locked before.
   */
  async setComment(
    { id, postId }: Pick<StoredComment, 'id' | 'postId'>,
    hidden: { at: Date; cause: HiddenCause } | null,
  ): Promise<void> {
    const shown = sql<number>`(select count(*)::integer from comments where post_id = ${postId}::uuid and hidden_at is null)`;
    const { rows } = await sql<{ shown: number }>`select ${shown} as shown`.execute(this.#db);
    if (hidden) {
      await this.#hide(sql`id = ${id}::uuid`, hidden.at, hidden.cause);
      await this.#hide(sql`parent_id = ${id}::uuid and hidden_at is null`, hidden.at, 'parent');
    } else {
      await sql`
        update comments set
          hidden_at = (select parent.hidden_at from comments parent where parent.id = comments.parent_id),
          hidden_cause = (select 'parent' from comments parent where parent.id = comments.parent_id and parent.hidden_at is not null)
        where id = ${id}::uuid`.execute(this.#db);
      const still = sql`(select from comments parent where parent.id = ${id}::uuid and parent.hidden_at is not null)`;
      await sql`
        update comments set hidden_at = null, hidden_cause = null
        where parent_id = ${id}::uuid and hidden_cause = 'parent' and not exists ${still}`.execute(this.#db);
    }
    await sql`
      update posts set comments_count = comments_count + ${shown} - ${rows[0]?.shown ?? 0}::integer
      where id = ${postId}::uuid`.execute(this.#db);
  }

  #hide(which: RawBuilder<unknown>, at: Date, cause: HiddenCause) {
    return sql`update comments set hidden_at = ${at}, hidden_cause = ${cause} where ${which}`.execute(this.#db);
  }

  /** Why what was reported is hidden for itself; null where it is not, undefined where it is gone. */
  async causeOf(kind: HideableKind, objectId: string): Promise<Exclude<HiddenCause, 'parent'> | null | undefined> {
    const row = await this.#db
      .selectFrom(tables[kind])
      .select('hiddenCause')
      .where('id', '=', objectId)
      .executeTakeFirst();
    return row?.hiddenCause === 'parent' ? null : row?.hiddenCause;
  }
}
