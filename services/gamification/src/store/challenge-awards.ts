import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
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

  /** Deletes up to so many of those of a tribe or of a user; returns how many. */
  deleteSomeOf(of: { tribeId: number } | { userId: string }, limit: number): Promise<number> {
    const where = 'tribeId' in of ? sql`tribe_id = ${of.tribeId}` : sql`user_id = ${of.userId}`;
    return deletePortion(this.#db, { from: 'challengeAwards', where, limit });
  }
}
