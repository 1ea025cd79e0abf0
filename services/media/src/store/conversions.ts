import type { Kysely, Selectable } from 'kysely';
import type { MediaDb } from './tables.ts';

/** A video that is being converted. */
export type ConvertedVideo = Pick<
  Selectable<MediaDb['objects']>,
  'key' | 'contentType' | 'sizeBytes' | 'durationMs' | 'playable' | 'storeId' | 'blobKey'
>;

/** The state of a video that its replacement takes over. */
export type ReplacedVideo = Pick<
  Selectable<MediaDb['objects']>,
  'ownerId' | 'purpose' | 'visibility' | 'visibilityVersion' | 'collection' | 'lqip'
>;

/** Conversions of videos; their state is in the rows of the videos. */
export class Conversions {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /**
   * Begins the conversion of those of these videos that are larger or not playable, once for each video; resolves to
   * their keys.
   */
  async begin(keys: readonly string[], maxBytes: number): Promise<string[]> {
    if (keys.length === 0) return [];
    const rows = await this.#db
      .updateTable('objects')
      .set({ processing: 'processing', convertedPercent: 0 })
      .where('key', 'in', keys)
      .where('processing', '=', 'ready')
      .where('convertedPercent', 'is', null)
      .where((row) => row.or([row('sizeBytes', '>', maxBytes), row('playable', '=', false)]))
      .returning('key')
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Undefined when the video is deleted, or its conversion has ended. */
  find(key: string): Promise<ConvertedVideo | undefined> {
    return this.#db
      .selectFrom('objects')
      .select(['key', 'contentType', 'sizeBytes', 'durationMs', 'playable', 'storeId', 'blobKey'])
      .where('key', '=', key)
      .where('processing', '=', 'processing')
      .executeTakeFirst();
  }

  /** Saves progress; false when an earlier attempt has come as far, and when the conversion has ended. */
  async advance(key: string, percent: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('objects')
      .set({ convertedPercent: percent })
      .where('key', '=', key)
      .where('processing', '=', 'processing')
      .where('convertedPercent', '<', percent)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Ends a conversion; resolves to the video, whose row stays locked, undefined as `find`. */
  end(key: string, processing: 'ready' | 'failed'): Promise<ReplacedVideo | undefined> {
    return this.#db
      .updateTable('objects')
      .set({ processing })
      .where('key', '=', key)
      .where('processing', '=', 'processing')
      .returning(['ownerId', 'purpose', 'visibility', 'visibilityVersion', 'collection', 'lqip'])
      .executeTakeFirst();
  }
}
