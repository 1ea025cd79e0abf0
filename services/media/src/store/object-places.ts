import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { MediaDb } from './tables.ts';

/** Where the bytes of an object lie. */
export interface ObjectPlace {
  key: string;
  /** Null where the environment says. */
  storeId: string | null;
  /** What they are called there; null when they are called as the object is. */
  blobKey: string | null;
}

/** An object that lies in another store than the one it is to be moved to. */
export interface MisplacedObject extends ObjectPlace {
  contentType: string;
  sizeBytes: number;
}

/** How much there is. */
export interface Amount {
  objects: number;
  bytes: number;
}

/** What bytes are called in their store. */
export const blobKeyOf = ({ key, blobKey }: ObjectPlace): string => blobKey ?? key;

export const isSamePlace = (a: ObjectPlace, b: ObjectPlace): boolean =>
  a.storeId === b.storeId && blobKeyOf(a) === blobKeyOf(b);

const notIn = (storeId: string | null) => (row: ExpressionBuilder<MediaDb, 'objects'>) =>
  row('storeId', 'is distinct from', storeId);

/** In which store objects lie, and under which name. */
export class ObjectPlaces {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** As it is now; undefined when there is no such object. */
  find(key: string): Promise<ObjectPlace | undefined> {
    return this.#db
      .selectFrom('objects')
      .select(['key', 'storeId', 'blobKey'])
      .where('key', '=', key)
      .executeTakeFirst();
  }

  /** Objects that lie elsewhere than in this store, in the order of their keys. */
  elsewhere(storeId: string | null, afterKey: string, limit: number): Promise<MisplacedObject[]> {
    return this.#db
      .selectFrom('objects')
      .select(['key', 'storeId', 'blobKey', 'contentType', 'sizeBytes'])
      .where(notIn(storeId))
      .where('key', '>', afterKey)
      .orderBy('key')
      .limit(limit)
      .execute();
  }

  /** How much lies elsewhere than in this store. */
  amountElsewhere(storeId: string | null): Promise<Amount> {
    return this.#db
      .selectFrom('objects')
      .select([
        sql<number>`count(*)::integer`.as('objects'),
        sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'),
      ])
      .where(notIn(storeId))
      .executeTakeFirstOrThrow();
  }

  /** Says that an object lies somewhere else now; false when it is gone, or no longer where it was. */
  async move({ key, storeId, blobKey }: ObjectPlace, to: Omit<ObjectPlace, 'key'>): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('objects')
      .set({ storeId: to.storeId, blobKey: to.blobKey })
      .where('key', '=', key)
      .where('storeId', 'is not distinct from', storeId)
      .where('blobKey', 'is not distinct from', blobKey)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Those of these names that the bytes of an object have, in whichever store. */
  async existing(blobKeys: readonly string[]): Promise<Set<string>> {
    if (blobKeys.length === 0) return new Set();
    const rows = await this.#db
      .selectFrom('objects')
      .select(['key', 'storeId', 'blobKey'])
      .where((row) =>
        row.or([row('blobKey', 'in', blobKeys), row.and([row('key', 'in', blobKeys), row('blobKey', 'is', null)])]),
      )
      .execute();
    return new Set(rows.map(blobKeyOf));
  }
}
