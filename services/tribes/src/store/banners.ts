import { type Kysely, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

/** Banners of tribes. */
export class Banners {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Returns tribes, after the id `after`, whose banner media has not confirmed to keep. */
  async listUnconfirmed(after: number, limit: number): Promise<{ id: number; key: string }[]> {
    return this.#db
      .selectFrom('tribes')
      .select(['id', sql<string>`image ->> 'key'`.as('key')])
      .where(sql<boolean>`image IS NOT NULL AND kept_banner IS DISTINCT FROM image ->> 'key'`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Records that media keeps this banner, also when another one has replaced it by now. */
  async markConfirmed(id: number, key: string): Promise<void> {
    await this.#db.updateTable('tribes').set({ keptBanner: key }).where('id', '=', id).execute();
  }

  /** Removes this banner; returns whether the tribe is private, undefined when it has another banner or none. */
  async remove(id: number, key: string): Promise<boolean | undefined> {
    const row = await this.#db
      .updateTable('tribes')
      .set({ image: null })
      .where('id', '=', id)
      .where(sql<boolean>`image ->> 'key' = ${key}`)
      .returning('isPrivate')
      .executeTakeFirst();
    return row?.isPrivate;
  }
}
