import type { Postgres, Tx } from '@tribus/kit/postgres/postgres.ts';
import type * as proto from '@tribus/proto/media/v1/types.ts';
import type { Generated } from 'kysely';

export type Purpose = Exclude<proto.UploadPurpose, 'none'>;
export type Variant = Exclude<proto.VariantName, 'none'>;
export type Visibility = Exclude<proto.Visibility, 'none'>;

/** The tables of migrations/. */
export interface MediaDb {
  reservations: { id: string; ownerId: string; bytes: number; expiresAt: Date };
  collections: { name: string; visibility: Visibility; version: number };
  objects: {
    key: string;
    mainKey: string | null;
    variant: Variant | null;
    ownerId: string;
    purpose: Purpose;
    visibility: Visibility;
    contentType: string;
    sizeBytes: number;
    width: number;
    height: number;
    lqip: string;
    rotated: boolean;
    createdAt: Date;
    keptAt: Date | null;
    collection: string | null;
    visibilityVersion: Generated<number>;
  };
}

/** One object of the store: a picture or one of its variants. */
export interface StoredObject {
  key: string;
  mainKey: string | null;
  variant: Variant | null;
  ownerId: string;
  purpose: Purpose;
  /** Its own; see `isPublic` for what counts. */
  visibility: Visibility;
  collection: string | null;
  contentType: string;
  sizeBytes: number;
  width: number;
  height: number;
  lqip: string;
  rotated: boolean;
  createdAt: Date;
  keptAt: Date | null;
}

/** An object as it is served. */
export interface ServedObject extends StoredObject {
  /** Everybody may see it: it is public, and so is its collection if it has one. */
  isPublic: boolean;
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

export interface VisibilityChange {
  visibility: Visibility;
  version: number;
  collection: string | null;
}

export class ObjectStore {
  readonly #postgres: Postgres<MediaDb>;

  constructor(postgres: Postgres<MediaDb>) {
    this.#postgres = postgres;
  }

  /** A picture and its variants, all or none. From then on they count, and their reservation does no more. */
  async add(objects: readonly StoredObject[], reservation: string): Promise<void> {
    await this.#postgres.transaction(async (tx: Tx<MediaDb>) => {
      await tx.db.insertInto('objects').values(objects.map(toRow)).execute();
      await tx.db.deleteFrom('reservations').where('id', '=', reservation).execute();
    });
  }

  /** Objects as they are served, by key; unknown keys are absent. */
  async served(keys: readonly string[]): Promise<Map<string, ServedObject>> {
    const rows = await this.#postgres.db
      .selectFrom('objects')
      .leftJoin('collections', 'collections.name', 'objects.collection')
      .select(columns.map((column) => `objects.${column}` as const))
      .select('collections.visibility as openness')
      .where('key', 'in', keys)
      .execute();
    return new Map(
      rows.map(({ openness, ...object }) => {
        const isPublic = object.visibility === 'public' && (!object.collection || openness === 'public');
        return [object.key, { ...object, isPublic }];
      }),
    );
  }

  /** These pictures, each followed by its variants. */
  async withVariants(keys: readonly string[]): Promise<StoredObject[]> {
    if (keys.length === 0) return [];
    return this.#postgres.db
      .selectFrom('objects')
      .select(columns)
      .where((row) => row.or([row('key', 'in', keys), row('mainKey', 'in', keys)]))
      .execute();
  }

  /** Ends the lease of these pictures. */
  async keep(keys: readonly string[], at: Date): Promise<void> {
    if (keys.length === 0) return;
    await this.#postgres.db
      .updateTable('objects')
      .set({ keptAt: at })
      .where('key', 'in', keys)
      .where('keptAt', 'is', null)
      .execute();
  }

  /** Of these pictures and their variants, unless they have this version or a later one. Answers what was changed. */
  async setVisibility(
    keys: readonly string[],
    { visibility, version, collection }: VisibilityChange,
  ): Promise<string[]> {
    if (keys.length === 0) return [];
    const rows = await this.#postgres.db
      .updateTable('objects')
      .set({ visibility, collection, visibilityVersion: version })
      .where((row) => row.or([row('key', 'in', keys), row('mainKey', 'in', keys)]))
      .where('visibilityVersion', '<', version)
      .returning('key')
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Of a collection, unless it has this version or a later one. */
  async setCollection(name: string, visibility: Visibility, version: number): Promise<void> {
    await this.#postgres.db
      .insertInto('collections')
      .values({ name, visibility, version })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ visibility, version }).where('collections.version', '<', version),
      )
      .execute();
  }

  /** Forgets these objects; variants go with their picture. */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#postgres.db.deleteFrom('objects').where('key', 'in', keys).execute();
  }

  /** Pictures that nobody kept within their lease. */
  async outOfLease(before: Date, limit: number): Promise<string[]> {
    const rows = await this.#postgres.db
      .selectFrom('objects')
      .select('key')
      .where('keptAt', 'is', null)
      .where('mainKey', 'is', null)
      .where('createdAt', '<', before)
      .limit(limit)
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Which of these keys have a row. */
  async known(keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.#postgres.db.selectFrom('objects').select('key').where('key', 'in', keys).execute();
    return new Set(rows.map(({ key }) => key));
  }
}

function toRow(object: StoredObject) {
  return {
    key: object.key,
    mainKey: object.mainKey,
    variant: object.variant,
    ownerId: object.ownerId,
    purpose: object.purpose,
    visibility: object.visibility,
    collection: object.collection,
    contentType: object.contentType,
    sizeBytes: object.sizeBytes,
    width: object.width,
    height: object.height,
    lqip: object.lqip,
    rotated: object.rotated,
    createdAt: object.createdAt,
    keptAt: object.keptAt,
  };
}
