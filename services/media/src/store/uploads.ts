import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MediaDb } from './tables.ts';

/** The digest of an uploader's id, because the row may outlive their account. */
export const ownerDigest = (ownerId: string): RawBuilder<string> =>
  sql<string>`encode(sha256(convert_to(${ownerId}, 'UTF8')), 'hex')`;

/** Recent uploads, including deleted ones. */
export class Uploads {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** Counts an upload whose bytes are stored. */
  async add(id: string, ownerId: string, uploadedAt: Date): Promise<void> {
    await this.#db
      .insertInto('uploads')
      .values({ id, ownerDigest: ownerDigest(ownerId), uploadedAt })
      .execute();
  }
}
