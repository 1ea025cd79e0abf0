import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import type { ObjectLocation } from './object-locations.ts';
import type { MediaDb, Visibility } from './tables.ts';

/** A picture or one of its variants, a video, a document or an archive; width and height are 0 without pixels. */
export type StoredObject = Omit<
  Selectable<MediaDb['objects']>,
  'visibilityVersion' | 'expiresAt' | 'convertedPercent' | 'conversionTurn'
>;

/** An object without a location yet. */
export type NewObject = Omit<StoredObject, 'storeId' | 'blobKey'>;

/** A file that its owner can download until it expires. */
export interface StoredArchive extends ObjectLocation {
  ownerId: string;
  sizeBytes: number;
  createdAt: Date;
  expiresAt: Date;
}

/** An object with the visibility of its collection, null when it has none. */
export interface ServedObject extends StoredObject {
  visibilityVersion: number;
  collectionVisibility: Visibility | null;
}

export interface VisibilityChange {
  visibility: Visibility;
  version: number;
  collection: string | null;
}

/** The former locations of deleted objects, and whether no other object was to be deleted. */
export interface DeletedObjects {
  locations: ObjectLocation[];
  isLast: boolean;
}

const columns = [
  'key',
  'mainKey',
  'variant',
  'ownerId',
  'purpose',
  'visibility',
  'collection',
  'contentType',
  'sizeBytes',
  'width',
  'height',
  'lqip',
  'durationMs',
  'processing',
  'playable',
  'metadata',
  'rotated',
  'createdAt',
  'keptAt',
  'storeId',
  'blobKey',
] as const;

/** The rows of pictures and their variants. */
export class Objects {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** Adds a picture and its variants. */
  async add(objects: readonly (StoredObject & { visibilityVersion?: number })[]): Promise<void> {
    await this.#db
      .insertInto('objects')
      .values(objects.map((object) => ({ ...object, expiresAt: null })))
      .execute();
  }

  /** Adds an archive; resolves to the keys of its owner's earlier ones, which are not deleted yet. */
  async addArchive(archive: StoredArchive): Promise<string[]> {
    const none = {
      mainKey: null,
      variant: null,
      collection: null,
      width: 0,
      height: 0,
      lqip: '',
      rotated: false,
      processing: null,
    };
    const about = { purpose: 'archive', visibility: 'signed', contentType: 'application/zip' } as const;
    await this.#db
      .insertInto('objects')
      .values({ ...none, ...about, ...archive, keptAt: archive.createdAt })
      .execute();
    return (await this.archivesOf(archive.ownerId)).filter((key) => key !== archive.key);
  }

  /** The keys of a user's archives. */
  async archivesOf(ownerId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('objects')
      .select('key')
      .where('ownerId', '=', ownerId)
      .where('expiresAt', 'is not', null)
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Undefined when there is no such key, or it is not an archive. */
  async findArchive(key: string): Promise<StoredArchive | undefined> {
    const row = await this.#db
      .selectFrom('objects')
      .select(['key', 'ownerId', 'sizeBytes', 'createdAt', 'expiresAt', 'storeId', 'blobKey'])
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.expiresAt ? { ...row, expiresAt: row.expiresAt } : undefined;
  }

  /** The kept objects that a user uploaded, in the order of their keys, without variants and archives. */
  async ownedBy(ownerId: string, limit: number, afterKey: string): Promise<StoredObject[]> {
    return this.#db
      .selectFrom('objects')
      .select(columns)
      .where('ownerId', '=', ownerId)
      .where('mainKey', 'is', null)
      .where('keptAt', 'is not', null)
      .where('expiresAt', 'is', null)
      .where('key', '>', afterKey)
      .orderBy('key')
      .limit(limit)
      .execute();
  }

  /** Objects by key, as they are served; unknown keys are absent. */
  async findServed(keys: readonly string[]): Promise<Map<string, ServedObject>> {
    const rows = await this.#db
      .selectFrom('objects')
      .leftJoin('collections', 'collections.name', 'objects.collection')
      .select(columns.map((column) => `objects.${column}` as const))
      .select(['objects.visibilityVersion', 'collections.visibility as collectionVisibility'])
      .where('key', 'in', keys)
      .execute();
    return new Map(rows.map((object) => [object.key, object]));
  }

  /** Pictures by key, with their variants. */
  async withVariants(keys: readonly string[]): Promise<StoredObject[]> {
    if (keys.length === 0) return [];
    return this.#db
      .selectFrom('objects')
      .select(columns)
      .where((row) => row.or([row('key', 'in', keys), row('mainKey', 'in', keys)]))
      .execute();
  }

  /** Begins the lease of these pictures again, of those that are not kept. */
  async renewLease(keys: readonly string[], at: Date): Promise<void> {
    if (keys.length === 0) return;
    await this.#db
      .updateTable('objects')
      .set({ createdAt: at })
      .where('key', 'in', keys)
      .where('keptAt', 'is', null)
      .execute();
  }

  /** Ends the lease of these pictures: they are kept until they are deleted. Resolves to the missing keys. */
  async keep(keys: readonly string[], at: Date): Promise<string[]> {
    if (keys.length === 0) return [];
    await this.#db
      .updateTable('objects')
      .set({ keptAt: at })
      .where('key', 'in', keys)
      .where('keptAt', 'is', null)
      .execute();
    // After the update: objects that it did not find may be swept until then.
    const rows = await this.#db.selectFrom('objects').select('key').where('key', 'in', keys).execute();
    const existing = new Set(rows.map(({ key }) => key));
    return keys.filter((key) => !existing.has(key));
  }

  /** Sets the first visibility of uploaded files and their variants. */
  async setFirstVisibility(
    keys: readonly string[],
    change: Pick<StoredObject, 'visibility' | 'collection'>,
  ): Promise<void> {
    if (keys.length === 0) return;
    await this.#db
      .updateTable('objects')
      .set(change)
      .where((row) => row.or([row('key', 'in', keys), row('mainKey', 'in', keys)]))
      .where('visibilityVersion', '=', 0)
      .execute();
  }

  /**
   * Changes these pictures and their variants, unless they have this version or a later one; resolves to those changed.
   */
  async setVisibility(
    keys: readonly string[],
    { visibility, version, collection }: VisibilityChange,
  ): Promise<string[]> {
    if (keys.length === 0) return [];
    const rows = await this.#db
      .updateTable('objects')
      .set({ visibility, collection, visibilityVersion: version })
      .where((row) => row.or([row('key', 'in', keys), row('mainKey', 'in', keys)]))
      .where('visibilityVersion', '<', version)
      .returning('key')
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Deletes these objects and their variants. Resolves to the locations of the objects named by `keys`. */
  async delete(keys: readonly string[]): Promise<ObjectLocation[]> {
    if (keys.length === 0) return [];
    return this.#db.deleteFrom('objects').where('key', 'in', keys).returning(['key', 'storeId', 'blobKey']).execute();
  }

  /** Deletes pictures created before this time and not kept, with their variants, at most `limit` pictures at once. */
  deleteUnconfirmed(before: Date, limit: number): Promise<DeletedObjects> {
    return this.#deleteLocked(limit, (objects) =>
      objects.where('keptAt', 'is', null).where('mainKey', 'is', null).where('createdAt', '<', before),
    );
  }

  /** Deletes archives that have expired by this time, at most `limit` at once. */
  deleteExpired(by: Date, limit: number): Promise<DeletedObjects> {
    return this.#deleteLocked(limit, (objects) => objects.where('expiresAt', '<=', by));
  }

  /** Rows locked by another statement are left out: it may just be keeping these pictures. */
  async #deleteLocked(
    limit: number,
    condition: (
      objects: SelectQueryBuilder<MediaDb, 'objects', object>,
    ) => SelectQueryBuilder<MediaDb, 'objects', object>,
  ): Promise<DeletedObjects> {
    const deleted = ['objects.key', 'objects.mainKey', 'objects.storeId', 'objects.blobKey'] as const;
    const locations = await this.#db
      .with('chosen', (db) => condition(db.selectFrom('objects')).select('key').limit(limit).forUpdate().skipLocked())
      .with('pictures', (db) =>
        db.deleteFrom('objects').using('chosen').whereRef('objects.key', '=', 'chosen.key').returning(deleted),
      )
      .with('variants', (db) =>
        db.deleteFrom('objects').using('chosen').whereRef('objects.mainKey', '=', 'chosen.key').returning(deleted),
      )
      .selectFrom('pictures')
      .selectAll()
      .unionAll((db) => db.selectFrom('variants').selectAll())
      .execute();
    return { locations, isLast: locations.filter(({ mainKey }) => mainKey === null).length < limit };
  }
}
