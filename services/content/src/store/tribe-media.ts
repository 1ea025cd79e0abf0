import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { newerThan, olderThan } from '@tribus/kit/postgres/keyset.ts';
import { lockIds } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isShown } from './shown.ts';
import type { ContentDb, StoredPicture } from './tables.ts';

/** A picture uploaded by a member for their tribe. */
export type StoredMedia = Omit<Selectable<ContentDb['tribeMedia']>, 'pictureKept' | 'mediaVersion'> & {
  /** Media has confirmed the visibility of the picture. */
  pictureConfirmed: boolean;
};

export type NewMedia = Omit<StoredMedia, 'pictureVersion' | 'pictureConfirmed' | 'hiddenAt' | 'hiddenCause'>;

/** The fields needed after a picture's deletion. */
export type DeletedMedia = Pick<StoredMedia, 'id' | 'tribeId' | 'picture' | 'pictureVersion'>;

const deletedColumns = ['id', 'tribeId', 'picture', 'pictureVersion'] as const;

/** The filter of a page of a tribe's pictures. */
export interface MediaFilter {
  tribeId: number;
  viewerId: string;
  /** Whether they see hidden pictures. */
  moderates: boolean;
  /** Uploaders whose pictures are left out. */
  blocked: ReadonlySet<string>;
  limit: number;
  after: ListPosition | undefined;
}

export class TribeMedia {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** A page of a tribe's pictures, the newest first. */
  listPage({ tribeId, viewerId, moderates, blocked, limit, after }: MediaFilter): Promise<StoredMedia[]> {
    return this.#select()
      .where('tribeId', '=', tribeId)
      .where(isShown('tribeMedia', { viewerId, moderates }))
      .where(sql<boolean>`uploader_id <> all(${[...blocked]}::text[])`)
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  find(id: string): Promise<StoredMedia | undefined> {
    return this.#select().where('id', '=', id).executeTakeFirst();
  }

  /** The visible pictures of a tribe just before and just after a picture, in the order of time. */
  async around({ id, tribeId, createdAt }: StoredMedia, count: number) {
    const beside = (order: 'asc' | 'desc') =>
      this.#select()
        .where('tribeId', '=', tribeId)
        .where('hiddenAt', 'is', null)
        .where(order === 'asc' ? newerThan({ createdAt, id }) : olderThan({ createdAt, id }))
        .orderBy('createdAt', order)
        .orderBy('id', order)
        .limit(count)
        .execute();
    const [before, after] = await Promise.all([beside('desc'), beside('asc')]);
    return { before: before.reverse(), after };
  }

  /** Locks the picture until the transaction ends; false when there is none. */
  async lock(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('tribeMedia')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** A user's own pictures, ordered by id. */
  listOwn(uploaderId: string, limit: number, afterId: string): Promise<StoredMedia[]> {
    return this.#select()
      .where('uploaderId', '=', uploaderId)
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async insert({ picture, ...media }: NewMedia): Promise<void> {
    await this.#db
      .insertInto('tribeMedia')
      .values({ ...media, picture: JSON.stringify(picture) })
      .execute();
  }

  /** Undefined when it is already deleted: of concurrent deletions one succeeds. */
  delete(id: string): Promise<DeletedMedia | undefined> {
    return this.#db.deleteFrom('tribeMedia').where('id', '=', id).returning(deletedColumns).executeTakeFirst();
  }

  /** Deletes and returns up to `limit` pictures of a tribe or of an uploader. */
  async deleteSome(of: { tribeId: number } | { uploaderId: string }, limit: number): Promise<DeletedMedia[]> {
    const where = 'tribeId' in of ? sql`tribe_id = ${of.tribeId}` : sql`uploader_id = ${of.uploaderId}`;
    const ids = await lockIds(this.#db, { from: 'tribeMedia', where, limit });
    if (ids.length === 0) return [];
    return this.#db.deleteFrom('tribeMedia').where('id', 'in', ids).returning(deletedColumns).execute();
  }

  /** Pictures that media has not confirmed to keep, with ids greater than `after`. */
  listUnretained(after: string | undefined, limit: number) {
    return this.#db
      .selectFrom('tribeMedia')
      .select(['id', 'uploaderId', 'picture'])
      .where(sql<boolean>`not picture_kept`)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** False when it is deleted. */
  async setPicture(id: string, picture: StoredPicture): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('tribeMedia')
      .set({ picture: JSON.stringify(picture) })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async markRetained(id: string): Promise<void> {
    await this.#db.updateTable('tribeMedia').set({ pictureKept: true }).where('id', '=', id).execute();
  }

  #select() {
    return this.#db
      .selectFrom('tribeMedia')
      .select(['id', 'tribeId', 'uploaderId', 'caption', 'picture', 'createdAt', 'pictureVersion'])
      .select(['hiddenAt', 'hiddenCause', sql<boolean>`media_version >= picture_version`.as('pictureConfirmed')]);
  }
}
