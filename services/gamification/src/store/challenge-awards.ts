import type { Kysely } from 'kysely';
import type { GamificationDb } from './tables.ts';

export type ChallengeAward = GamificationDb['challengeAwards'];

/** What people were given for challenges. */
export class ChallengeAwards {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** False when they were given something for this challenge. */
  async insert(award: ChallengeAward): Promise<boolean> {
    const inserted = await this.#db
      .insertInto('challengeAwards')
      .values(award)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows !== 0n;
  }

  /** The points that it gave; undefined when it gave none. */
  async delete({
    userId,
    challengeId,
    submissionId,
  }: Pick<ChallengeAward, 'userId' | 'challengeId' | 'submissionId'>): Promise<number | undefined> {
    const deleted = await this.#db
      .deleteFrom('challengeAwards')
      .where('userId', '=', userId)
      .where('challengeId', '=', challengeId)
      .where('submissionId', '=', submissionId)
      .returning('points')
      .executeTakeFirst();
    return deleted?.points;
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await this.#db.deleteFrom('challengeAwards').where('tribeId', '=', tribeId).execute();
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('challengeAwards').where('userId', '=', userId).execute();
  }
}
