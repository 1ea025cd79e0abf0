import type { Kysely, Selectable } from 'kysely';
import type { TribesDb } from './tables.ts';

export type StoredLevel = Omit<Selectable<TribesDb['levels']>, 'tribeId'>;

/** The levels of tribes. */
export class Levels {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** In their order. */
  listByTribe(tribeId: number): Promise<StoredLevel[]> {
    return this.#db
      .selectFrom('levels')
      .select(['id', 'levelOrder', 'name', 'description', 'minScore', 'rewardPoints'])
      .where('tribeId', '=', tribeId)
      .orderBy('levelOrder')
      .execute();
  }

  async insert(tribeId: number, levels: readonly StoredLevel[]): Promise<void> {
    const rows = levels.map((level) => ({ tribeId, ...level }));
    await this.#db.insertInto('levels').values(rows).execute();
  }
}
