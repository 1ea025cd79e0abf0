import { type Kysely, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

/** The pictures that stand above tribes. */
export class Banners {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Tribes of whose banner media has not confirmed that it keeps it, from the id after `after` on. */
  async listNotKept(after: number, limit: number): Promise<{ id: number; key: string }[]> {
    return this.#db
      .selectFrom('tribes')
      .select(['id', sql<string>`image ->> 'key'`.as('key')])
      .where(sql<boolean>`image IS NOT NULL AND kept_banner IS DISTINCT FROM image ->> 'key'`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Media keeps this one; another may have taken its place by now. */
  async markKept(id: number, key: string): Promise<void> {
    await this.#db.updateTable('tribes').set({ keptBanner: key }).where('id', '=', id).execute();
  }

  /** Takes this one away; resolves to whether the tribe is private, undefined when it has another one or none. */
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
