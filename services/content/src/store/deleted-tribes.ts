import type { Kysely } from 'kysely';
import type { ContentDb } from './tables.ts';

/** Tribes that are gone while some of their posts are still here. */
export class DeletedTribes {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Idempotent. */
  async add(tribeId: number): Promise<void> {
    await this.#db
      .insertInto('deletedTribes')
      .values({ tribeId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** One that no other copy works on; locked until the transaction ends. */
  async lockNext(): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('deletedTribes')
      .select('tribeId')
      .orderBy('tribeId')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return row?.tribeId;
  }

  async remove(tribeId: number): Promise<void> {
    await this.#db.deleteFrom('deletedTribes').where('tribeId', '=', tribeId).execute();
  }
}
