import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type SecondFactor = Selectable<IdentityDb['secondFactors']>;
export type Challenge = Selectable<IdentityDb['secondFactorChallenges']>;

/** Second factors, the recovery codes that stand in for them, and sign-ins that wait for one. */
export class SecondFactors {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async of(userId: string): Promise<SecondFactor | undefined> {
    return this.#db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).executeTakeFirst();
  }

  /** The same, locked until the transaction ends: codes of one account are checked one after another. */
  async lock(userId: string): Promise<SecondFactor | undefined> {
    return this.#db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).forUpdate().executeTakeFirst();
  }

  /** Keeps a secret that is not asked for yet, instead of an earlier one; false while one is asked for. */
  async begin(
    userId: string,
    { secret, securityEpoch }: Pick<SecondFactor, 'secret' | 'securityEpoch'>,
    createdAt: Date,
  ): Promise<boolean> {
    const begun = await this.#db
      .insertInto('secondFactors')
      .values({ userId, secret, securityEpoch, createdAt, enabledAt: null })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ secret, securityEpoch, createdAt, lastStep: 0 })
          .where('secondFactors.enabledAt', 'is', null),
      )
      .executeTakeFirst();
    return begun.numInsertedOrUpdatedRows === 1n;
  }

  async enable(userId: string, now: Date): Promise<void> {
    await this.#db.updateTable('secondFactors').set({ enabledAt: now }).where('userId', '=', userId).execute();
  }

  /** Those whose secret does not begin so, in the order of their users, after one of them. */
  async notMarked(
    mark: string,
    afterUserId: string,
    limit: number,
  ): Promise<Pick<SecondFactor, 'userId' | 'secret'>[]> {
    return this.#db
      .selectFrom('secondFactors')
      .select(['userId', 'secret'])
      .where(sql<boolean>`NOT starts_with(secret, ${mark})`)
      .where('userId', '>', afterUserId)
      .orderBy('userId')
      .limit(limit)
      .execute();
  }

  /** Keeps a secret as it is encrypted now; no effect when it is another one meanwhile. */
  async replaceSecret(userId: string, before: string, secret: string): Promise<void> {
    await this.#db
      .updateTable('secondFactors')
      .set({ secret })
      .where('userId', '=', userId)
      .where('secret', '=', before)
      .execute();
  }

  /** Notes of which half minute a code was taken, and how the secret is encrypted now. */
  async noteUse(userId: string, step: number, secret: string): Promise<void> {
    await this.#db.updateTable('secondFactors').set({ lastStep: step, secret }).where('userId', '=', userId).execute();
  }

  /** Deletes the second factor and its codes; false when there is none. */
  async disable(userId: string): Promise<boolean> {
    const deleted = await this.#db.deleteFrom('secondFactors').where('userId', '=', userId).executeTakeFirst();
    if (deleted.numDeletedRows === 0n) return false;
    await this.#db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    return true;
  }

  async replaceCodes(userId: string, hashes: readonly string[], createdAt: Date): Promise<void> {
    await this.#db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    await this.#db
      .insertInto('recoveryCodes')
      .values(hashes.map((hash) => ({ userId, hash, createdAt })))
      .execute();
  }

  /** Uses a recovery code up; false when there is none of these hashes. */
  async useCode(userId: string, hashes: readonly string[]): Promise<boolean> {
    const used = await this.#db
      .deleteFrom('recoveryCodes')
      .where('userId', '=', userId)
      .where('hash', 'in', hashes)
      .executeTakeFirst();
    return used.numDeletedRows > 0n;
  }

  async codesLeft(userId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('recoveryCodes')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  async addChallenge(challenge: Omit<Challenge, 'attempts'>): Promise<void> {
    await this.#db.insertInto('secondFactorChallenges').values(challenge).execute();
  }

  /** Who waits for a second factor; undefined when too many codes were tried, or too late. */
  async findChallenge(hash: Buffer, max: number, now: Date): Promise<Challenge | undefined> {
    return this.#db
      .selectFrom('secondFactorChallenges')
      .selectAll()
      .where('hash', '=', hash)
      .where('attempts', '<', max)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
  }

  /** Counts a try before it is made, so that none at the same time gets past the limit; false as above. */
  async countAttempt(hash: Buffer, max: number, now: Date): Promise<boolean> {
    const counted = await this.#db
      .updateTable('secondFactorChallenges')
      .set((row) => ({ attempts: row('attempts', '+', 1) }))
      .where('hash', '=', hash)
      .where('attempts', '<', max)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    return counted.numUpdatedRows > 0n;
  }

  /** Takes a challenge out: of several calls at once one gets it. */
  async takeChallenge(hash: Buffer): Promise<boolean> {
    const taken = await this.#db.deleteFrom('secondFactorChallenges').where('hash', '=', hash).executeTakeFirst();
    return taken.numDeletedRows > 0n;
  }
}
