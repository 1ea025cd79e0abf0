import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { GamificationDb } from './tables.ts';

type ChallengeAward = Selectable<GamificationDb['challengeAwards']>;

/** The submission of an award, and the revision of a decision about it. */
type Submission = Pick<ChallengeAward, 'userId' | 'challengeId' | 'submissionId' | 'revision'>;

/** The key of an award, and of its total. */
type AwardKey = Pick<ChallengeAward, 'userId' | 'tribeId' | 'challengeId'>;

/** Points awarded for challenges. */
export class ChallengeAwards {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** Returns false when the user already has an award for this challenge. */
  async insert(award: Insertable<GamificationDb['challengeAwards']>): Promise<boolean> {
    const inserted = await this.#db
      .insertInto('challengeAwards')
      .values(award)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows !== 0n;
  }

  /** Records a newer approval of the submission that has the award. */
  async renew({ userId, challengeId, submissionId, revision }: Submission): Promise<void> {
    await this.#db
      .updateTable('challengeAwards')
      .set({ revision })
      .where('userId', '=', userId)
      .where('challengeId', '=', challengeId)
      .where('submissionId', '=', submissionId)
      .where('revision', '<', revision)
      .execute();
  }

  /** Deletes an award for an earlier approval and returns its points; undefined when there was none. */
  async delete({ userId, challengeId, submissionId, revision }: Submission): Promise<number | undefined> {
    const deleted = await this.#db
      .deleteFrom('challengeAwards')
      .where('userId', '=', userId)
      .where('challengeId', '=', challengeId)
      .where('submissionId', '=', submissionId)
      .where('revision', '<', revision)
      .returning('points')
      .executeTakeFirst();
    return deleted?.points;
  }

  /** Returns up to `limit` awards of a tribe or of a user, without a lock. */
  async pick(of: { tribeId: number } | { userId: string }, limit: number): Promise<AwardKey[]> {
    const where = 'tribeId' in of ? sql`tribe_id = ${of.tribeId}` : sql`user_id = ${of.userId}`;
    const { rows } = await sql<AwardKey>`
      select user_id, tribe_id, challenge_id from challenge_awards where ${where} limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Deletes the awards that still exist. Their totals must be locked. */
  async deleteAll(keys: readonly AwardKey[]): Promise<void> {
    await sql`
      delete from challenge_awards where (user_id, challenge_id) in (
        select * from unnest(${keys.map(({ userId }) => userId)}::text[],
          ${keys.map(({ challengeId }) => challengeId)}::text[])
      )`.execute(this.#db);
  }
}
