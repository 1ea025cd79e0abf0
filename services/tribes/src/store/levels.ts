import type { Kysely } from 'kysely';
import type { TribesDb } from './tables.ts';

export interface StoredLevel {
  id: string;
  order: number;
  name: string;
  description: string;
  minScore: number;
  rewardPoints: number;
}

/** The levels of tribes. */
export class Levels {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  async of(tribeId: number): Promise<StoredLevel[]> {
    return this.#db
      .selectFrom('levels')
      .select(['id', 'levelOrder as order', 'name', 'description', 'minScore', 'rewardPoints'])
      .where('tribeId', '=', tribeId)
      .orderBy('levelOrder')
      .execute();
  }

  async add(tribeId: number, levels: readonly StoredLevel[]): Promise<void> {
    const rows = levels.map(({ id, order, name, description, minScore, rewardPoints }) => ({
      id,
      tribeId,
      levelOrder: order,
      name,
      description,
      minScore,
      rewardPoints,
    }));
    await this.#db.insertInto('levels').values(rows).execute();
  }
}
