import type { Kysely, Selectable } from 'kysely';
import type { MediaDb, Visibility } from './tables.ts';

/** A picture, or one of its variants. */
export type StoredObject = Omit<Selectable<MediaDb['objects']>, 'visibilityVersion'>;

/** An object with the visibility of its collection, null when it has none. */
export interface ServedObject extends StoredObject {
  collectionVisibility: Visibility | null;
}

export interface VisibilityChange {
  visibility: Visibility;
  version: number;
  collection: string | null;
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
  'rotated',
  'createdAt',
  'keptAt',
] as const;

/** The rows of pictures and their variants. */
export class Objects {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** Adds a picture and its variants. */
  async add(objects: readonly StoredObject[]): Promise<void> {
    await this.#db.insertInto('objects').values(objects).execute();
  }

  /** Objects by key, as they are served; unknown keys are absent. */
  async findServed(keys: readonly string[]): Promise<Map<string, ServedObject>> {
    const rows = await this.#db
      .selectFrom('objects')
      .leftJoin('collections', 'collections.name', 'objects.collection')
      .select(columns.map((column) => `objects.${column}` as const))
      .select('collections.visibility as collectionVisibility')
      .where('key', 'in', keys)
      .execute();
    return new Map(rows.map((object) => [object.key, object]));
  }

  /** These pictures and their variants. */
  async withVariants(keys: readonly string[]): Promise<StoredObject[]> {
    if (keys.length === 0) return [];
    return this.#db
      .selectFrom('objects')
      .select(columns)
      .where((row) => row.or([row('key', 'in', keys), row('mainKey', 'in', keys)]))
      .execute();
  }

  /** Ends the lease of these pictures: they are kept until they are deleted. */
  async keep(keys: readonly string[], at: Date): Promise<void> {
    if (keys.length === 0) return;
    await this.#db
      .updateTable('objects')
      .set({ keptAt: at })
      .where('key', 'in', keys)
      .where('keptAt', 'is', null)
      .execute();
  }

  /** Changes these pictures and their variants, unless they have this version or a later one; resolves to those changed. */
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

  /** Deletes these objects; variants go with their picture. */
  async delete(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#db.deleteFrom('objects').where('key', 'in', keys).execute();
  }

  /** The keys of pictures that were created before this time and not kept. */
  async expiredLeases(before: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('objects')
      .select('key')
      .where('keptAt', 'is', null)
      .where('mainKey', 'is', null)
      .where('createdAt', '<', before)
      .limit(limit)
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Those of these keys that have a row. */
  async existing(keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.#db.selectFrom('objects').select('key').where('key', 'in', keys).execute();
    return new Set(rows.map(({ key }) => key));
  }
}
