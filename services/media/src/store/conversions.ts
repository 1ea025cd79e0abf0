import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
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
   * Begins the conversion of those of a user's videos that are larger or not playable, once for each video; resolves to
   * their keys and turns. A video comes one turn after the owner's last one, but not before the first that waits.
   */
  async begin(ownerId: string, keys: readonly string[], maxBytes: number): Promise<{ key: string; turn: number }[]> {
    if (keys.length === 0) return [];
    const conversionTurn = sql<number>`${firstTurnOf(ownerId)} + array_position(${keys}::text[], key) - 1`;
    const rows = await this.#db
      .updateTable('objects')
      .set({ processing: 'processing', convertedPercent: 0, conversionTurn })
      .where('key', 'in', keys)
      .where('processing', '=', 'ready')
      .where('convertedPercent', 'is', null)
      .where((row) => row.or([row('sizeBytes', '>', maxBytes), row('playable', '=', false)]))
      .returning(['key', 'conversionTurn'])
      .execute();
    return rows.map(({ key, conversionTurn }) => ({ key, turn: conversionTurn ?? 0 }));
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

const firstTurnOf = (ownerId: string): RawBuilder<number> => sql<number>`greatest(
  0,
  (select min(conversion_turn) from objects where processing = 'processing'),
  (select max(conversion_turn) + 1 from objects where processing = 'processing' and owner_id = ${ownerId})
)`;
