import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { MediaDb } from './tables.ts';

/** The store and name of an object's bytes. */
export interface ObjectLocation {
  key: string;
  /** Null for the store of the environment. */
  storeId: string | null;
  /** The name of the bytes in the store; null when it is the object's key. */
  blobKey: string | null;
}

/** An object in another store than the target of a move. */
export interface MovableObject extends ObjectLocation {
  contentType: string;
  sizeBytes: number;
}

export interface Amount {
  objects: number;
  bytes: number;
}

/** The name of an object's bytes in their store. */
export const blobKeyOf = ({ key, blobKey }: ObjectLocation): string => blobKey ?? key;

export const isSameLocation = (a: ObjectLocation, b: ObjectLocation): boolean =>
  a.storeId === b.storeId && blobKeyOf(a) === blobKeyOf(b);

const notIn = (storeId: string | null) => (row: ExpressionBuilder<MediaDb, 'objects'>) =>
  row('storeId', 'is distinct from', storeId);

/** The stores and names of the bytes of objects. */
export class ObjectLocations {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** The current location; undefined when there is no such object. */
  find(key: string): Promise<ObjectLocation | undefined> {
    return this.#db
      .selectFrom('objects')
      .select(['key', 'storeId', 'blobKey'])
      .where('key', '=', key)
      .executeTakeFirst();
  }

  /** Objects of other stores than this one, in the order of their keys. */
  elsewhere(storeId: string | null, afterKey: string, limit: number): Promise<MovableObject[]> {
    return this.#db
      .selectFrom('objects')
      .select(['key', 'storeId', 'blobKey', 'contentType', 'sizeBytes'])
      .where(notIn(storeId))
      .where('key', '>', afterKey)
      .orderBy('key')
      .limit(limit)
      .execute();
  }

  /** The number and size of objects in other stores than this one. */
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

  /** Stores a new location; false when the object is deleted or no longer at `from`. */
  async move(from: ObjectLocation, to: Omit<ObjectLocation, 'key'>): Promise<boolean> {
    const { key, storeId, blobKey } = from;
    const { numUpdatedRows } = await this.#db
      .updateTable('objects')
      .set({ storeId: to.storeId, blobKey: to.blobKey })
      .where('key', '=', key)
      .where('storeId', 'is not distinct from', storeId)
      .where('blobKey', 'is not distinct from', blobKey)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Returns those of these names that the bytes of an object have, in any store. */
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
