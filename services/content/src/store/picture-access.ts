import { type Kysely, sql } from 'kysely';
import type { ContentDb, StoredPicture, StoredVideo } from './tables.ts';

/** The pictures of a post and the facts of their visibility. */
export interface PicturesOfPost {
  id: string;
  tribeId: number;
  images: StoredPicture[];
  videos: StoredVideo[];
  minLevelOrder: number;
  hiddenAt: Date | null;
  version: number;
}

/** The versions of picture visibility that media has confirmed (docs/decisions/0012). */
export class PictureAccess {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Posts whose newest version is not confirmed by media, with ids greater than `after`. */
  listUnconfirmed(after: string | undefined, limit: number): Promise<PicturesOfPost[]> {
    return this.#db
      .selectFrom('posts')
      .select(['id', 'tribeId', 'images', 'videos', 'minLevelOrder', 'hiddenAt', 'picturesVersion as version'])
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

  /** Pictures of tribes whose newest version is not confirmed by media, with ids greater than `after`. */
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

  /** Posts whose pictures media has not confirmed to keep, with ids greater than `after`. */
  listUnretained(after: string | undefined, limit: number) {
    return this.#db
      .selectFrom('posts')
      .select(['id', 'authorId', 'images', 'videos'])
      .where(sql<boolean>`not pictures_kept`)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /**
   * Marks these files of a post as lost, as it shows them now: a video may have been replaced since the post was read.
   * Returns the keys that the post shows.
   */
  async markLost(id: string, keys: readonly string[]): Promise<string[]> {
    const marked = (files: 'images' | 'videos') => sql<string>`(
      select coalesce(jsonb_agg(file || case when file ->> 'key' = any(${[...keys]}::text[])
        then '{"lost": true}' else '{}' end::jsonb order by number), '[]')
      from jsonb_array_elements(${sql.ref(files)}) with ordinality as files (file, number))`;
    const row = await this.#db
      .updateTable('posts')
      .set({ images: marked('images'), videos: marked('videos') })
      .where('id', '=', id)
      .returning(['images', 'videos'])
      .executeTakeFirst();
    const shown = row ? [...row.images, ...row.videos].map(({ key }) => key) : [];
    return keys.filter((key) => shown.includes(key));
  }

  async markRetained(id: string): Promise<void> {
    await this.#db.updateTable('posts').set({ picturesKept: true }).where('id', '=', id).execute();
  }
}
