import { type Kysely, sql } from 'kysely';
import type { ContentDb, StoredPicture } from './tables.ts';

/** What media is told about the pictures of a post. */
export interface PicturesOfPost {
  id: string;
  tribeId: number;
  images: StoredPicture[];
  minLevelOrder: number;
  hiddenAt: Date | null;
  version: number;
}

/** Which version of a post's picture access media has confirmed (docs/decisions/0012). */
export class PictureAccess {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Posts of which media has not confirmed the newest version, from the id after `after` on. */
  listUnconfirmed(after: string | undefined, limit: number): Promise<PicturesOfPost[]> {
    return this.#db
      .selectFrom('posts')
      .select(['id', 'tribeId', 'images', 'minLevelOrder', 'hiddenAt', 'picturesVersion as version'])
      .where(sql<boolean>`media_version < pictures_version`)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async markConfirmed(id: string, version: number): Promise<void> {
    await this.#db
      .updateTable('posts')
      .set({ mediaVersion: version })
      .where('id', '=', id)
      .where('mediaVersion', '<', version)
      .execute();
  }

  /** The same of the pictures of tribes. */
  listUnconfirmedMedia(after: string | undefined, limit: number) {
    return this.#db
      .selectFrom('tribeMedia')
      .select(['id', 'tribeId', 'picture', 'hiddenAt', 'pictureVersion as version'])
      .where(sql<boolean>`media_version < picture_version`)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  async markMediaConfirmed(id: string, version: number): Promise<void> {
    await this.#db
      .updateTable('tribeMedia')
      .set({ mediaVersion: version })
      .where('id', '=', id)
      .where('mediaVersion', '<', version)
      .execute();
  }

  /** Posts of which media has not confirmed that it keeps the pictures, from the id after `after` on. */
  listNotKept(after: string | undefined, limit: number) {
    return this.#db
      .selectFrom('posts')
      .select(['id', 'authorId', 'images'])
      .where(sql<boolean>`not pictures_kept`)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** False when the post is gone. */
  async setPictures(id: string, images: readonly StoredPicture[]): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('posts')
      .set({ images: JSON.stringify(images) })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async markKept(id: string): Promise<void> {
    await this.#db.updateTable('posts').set({ picturesKept: true }).where('id', '=', id).execute();
  }
}
