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
      .select([
        'id',
        'level_order as order',
        'name',
        'description',
        'min_score as minScore',
        'reward_points as rewardPoints',
      ])
      .where('tribe_id', '=', tribeId)
      .orderBy('level_order')
      .execute();
  }

  async add(tribeId: number, levels: readonly StoredLevel[]): Promise<void> {
    const rows = levels.map(({ id, order, name, description, minScore, rewardPoints }) => ({
      id,
      tribe_id: tribeId,
      level_order: order,
      name,
      description,
      min_score: minScore,
      reward_points: rewardPoints,
    }));
    await this.#db.insertInto('levels').values(rows).execute();
  }
}
