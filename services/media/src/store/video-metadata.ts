import { type Kysely, type Selectable, sql } from 'kysely';
import type { ObjectLocation } from './object-locations.ts';
import type { MediaDb } from './tables.ts';

/** A video whose metadata are to be removed. */
export type EarlierVideo = Pick<
  Selectable<MediaDb['objects']>,
  'key' | 'ownerId' | 'contentType' | 'storeId' | 'blobKey'
>;

/** As in the index of these videos. */
const isEarlierVideo = sql<boolean>`content_type like 'video/%' and metadata is null`;

/** The removal of the metadata of videos; its state is in their rows. */
export class VideoMetadata {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** Begins the removal for videos of earlier versions, at most `limit` at once; resolves to their keys. */
  async begin(limit: number): Promise<string[]> {
    const rows = await this.#db
      .with('chosen', (db) =>
        db
          .selectFrom('objects')
          .select('key')
          .where(isEarlierVideo)
          .orderBy('key')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('objects')
      .from('chosen')
      .set({ metadata: 'removing' })
      .whereRef('objects.key', '=', 'chosen.key')
      .returning('objects.key')
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Undefined when the video is deleted, or the removal has ended. */
  find(key: string): Promise<EarlierVideo | undefined> {
    return this.#db
      .selectFrom('objects')
      .select(['key', 'ownerId', 'contentType', 'storeId', 'blobKey'])
      .where('key', '=', key)
      .where('metadata', '=', 'removing')
      .executeTakeFirst();
  }

  /** Names other bytes of the video; false when it is deleted, its bytes have moved, or the removal has ended. */
  async replace({ key, storeId, blobKey }: EarlierVideo, to: ObjectLocation & { sizeBytes: number }): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('objects')
      .set({ metadata: 'removed', storeId: to.storeId, blobKey: to.blobKey, sizeBytes: to.sizeBytes })
      .where('key', '=', key)
      .where('metadata', '=', 'removing')
      .where('storeId', 'is not distinct from', storeId)
      .where('blobKey', 'is not distinct from', blobKey)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Ends the removal without other bytes: for good, or until it begins again (null). */
  async giveUp(key: string, metadata: 'unremovable' | null): Promise<void> {
    await this.#db
      .updateTable('objects')
      .set({ metadata })
      .where('key', '=', key)
      .where('metadata', '=', 'removing')
      .execute();
  }
}
