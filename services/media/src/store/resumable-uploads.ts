import { type Kysely, type Selectable, sql } from 'kysely';
import type { DeletedObjects } from './objects.ts';
import type { MediaDb } from './tables.ts';

/** An upload that takes several requests, of one or several replicas. */
export type ResumableUpload = Selectable<MediaDb['resumableUploads']>;

export interface Claim {
  ownerId: string;
  claimedBy: string;
}

/** The uploads that can be continued, and complete ones of the last day. */
export class ResumableUploads {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  async add(upload: ResumableUpload): Promise<void> {
    await this.#db.insertInto('resumableUploads').values(upload).execute();
  }

  /** The number of a user's uploads that have not expired and that no row shows. */
  async countOf(ownerId: string, now: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('resumableUploads')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('ownerId', '=', ownerId)
      .where('claimedBy', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Undefined for an upload of another user, and after it has expired. */
  find(id: string, ownerId: string, now: Date): Promise<ResumableUpload | undefined> {
    return this.#db
      .selectFrom('resumableUploads')
      .selectAll()
      .where('id', '=', id)
      .where('ownerId', '=', ownerId)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
  }

  /** Stores progress made from `from` on; false when another request has stored some meanwhile. */
  async advance(
    from: ResumableUpload,
    to: Omit<ResumableUpload, 'id' | 'ownerId' | 'createdAt' | 'claimedBy'>,
  ): Promise<boolean> {
    const { contentType, expiresAt, objectKey, partKeys, receivedBytes } = to;
    const { numUpdatedRows } = await this.#db
      .updateTable('resumableUploads')
      .set({ contentType, expiresAt, objectKey, partKeys, receivedBytes })
      .where('id', '=', from.id)
      .where('receivedBytes', '=', from.receivedBytes)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Claims complete uploads of a user until `expiresAt`; resolves to those that no other claim has. */
  claim(
    ids: readonly string[],
    { ownerId, claimedBy }: Claim,
    { now, expiresAt }: { now: Date; expiresAt: Date },
  ): Promise<ResumableUpload[]> {
    return this.#db
      .updateTable('resumableUploads')
      .set({ claimedBy, expiresAt })
      .where('id', 'in', ids)
      .where('ownerId', '=', ownerId)
      .where('objectKey', 'is not', null)
      .where('expiresAt', '>', now)
      .where((row) => row.or([row('claimedBy', 'is', null), row('claimedBy', '=', claimedBy)]))
      .returningAll()
      .execute();
  }

  /** Deletes an upload that no row shows; resolves to its last state, undefined without one. */
  delete(id: string, ownerId: string): Promise<ResumableUpload | undefined> {
    return this.#db
      .deleteFrom('resumableUploads')
      .where('id', '=', id)
      .where('ownerId', '=', ownerId)
      .where('claimedBy', 'is', null)
      .returningAll()
      .executeTakeFirst();
  }

  /** Deletes uploads that have expired by this time, with their objects, at most `limit` uploads at once. */
  async deleteExpired(by: Date, limit: number): Promise<DeletedObjects> {
    const expired = await this.#db
      .with('chosen', (db) =>
        db
          .selectFrom('resumableUploads')
          .select('id')
          .where('expiresAt', '<=', by)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .deleteFrom('resumableUploads')
      .using('chosen')
      .whereRef('resumableUploads.id', '=', 'chosen.id')
      .returning(['partKeys', 'objectKey'])
      .execute();
    const keys = expired.flatMap(objectsOf);
    const deleted = ['objects.key', 'objects.storeId', 'objects.blobKey'] as const;
    const locations =
      keys.length === 0
        ? []
        : await this.#db
            .with('mains', (db) =>
              db.deleteFrom('objects').where('key', 'in', keys).where('keptAt', 'is', null).returning(deleted),
            )
            .with('variants', (db) =>
              // Those of a kept video stay: only the video itself is marked as kept.
              db.deleteFrom('objects').using('mains').whereRef('objects.mainKey', '=', 'mains.key').returning(deleted),
            )
            .selectFrom('mains')
            .selectAll()
            .unionAll((db) => db.selectFrom('variants').selectAll())
            .execute();
    return { locations, isLast: expired.length < limit };
  }
}

/** The keys of the objects of an upload. */
export const objectsOf = ({ partKeys, objectKey }: Pick<ResumableUpload, 'partKeys' | 'objectKey'>): string[] =>
  objectKey === null ? partKeys : [objectKey];
