import { type Kysely, type Selectable, sql } from 'kysely';
import type { StoredLevel } from './levels.ts';
import type { QuizData, TribesDb } from './tables.ts';

export type StoredChallenge = Omit<Selectable<TribesDb['challenges']>, 'tribeId' | 'place'>;

/** The editable fields of a challenge. */
export type ChallengeDetails = Pick<StoredChallenge, 'title' | 'prompt' | 'maxScore' | 'data' | 'answerKey'>;

const columns = ['id', 'levelId', 'type', 'title', 'prompt', 'maxScore', 'data', 'answerKey'] as const;

const asJson = (data: QuizData | null) => sql<QuizData | null>`${data && JSON.stringify(data)}::jsonb`;

/** Challenges of levels. */
export class Challenges {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Returns the challenges, in order within each level. */
  listByTribe(tribeId: number): Promise<StoredChallenge[]> {
    return this.#db
      .selectFrom('challenges')
      .select(columns)
      .where('tribeId', '=', tribeId)
      .orderBy('place')
      .orderBy('id')
      .execute();
  }

  listByLevel(levelId: string): Promise<StoredChallenge[]> {
    return this.#db
      .selectFrom('challenges')
      .select(columns)
      .where('levelId', '=', levelId)
      .orderBy('place')
      .orderBy('id')
      .execute();
  }

  /** Returns a challenge with its level. */
  async find(tribeId: number, id: string): Promise<{ challenge: StoredChallenge; level: StoredLevel } | undefined> {
    const challenge = await this.#db
      .selectFrom('challenges')
      .select(columns)
      .where('tribeId', '=', tribeId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!challenge) return undefined;
    const level = await this.#db
      .selectFrom('levels')
      .select(['id', 'levelOrder', 'name', 'description', 'minScore', 'rewardPoints'])
      .where('id', '=', challenge.levelId)
      .executeTakeFirstOrThrow();
    return { challenge, level };
  }

  /** Appends it to its level. */
  async insert(tribeId: number, { data, ...challenge }: StoredChallenge): Promise<void> {
    const place = sql<number>`(select coalesce(max(place), 0) + 1 from challenges where level_id = ${challenge.levelId})`;
    await this.#db
      .insertInto('challenges')
      .values({ ...challenge, tribeId, place, data: asJson(data) })
      .execute();
  }

  async update(id: string, { data, ...details }: ChallengeDetails): Promise<void> {
    await this.#db
      .updateTable('challenges')
      .set({ ...details, data: asJson(data) })
      .where('id', '=', id)
      .execute();
  }

  /** Deletes a challenge; its submissions remain as hidden orphans (`store/orphans.ts`). */
  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('challenges').where('id', '=', id).execute();
  }

  async setOrder(levelId: string, ids: readonly string[]): Promise<void> {
    await sql`
      update challenges set place = named.ordinal
      from unnest(${ids}::uuid[]) with ordinality as named (id, ordinal)
      where challenges.id = named.id and challenges.level_id = ${levelId}`.execute(this.#db);
  }
}
