import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type SecondFactor = Selectable<IdentityDb['secondFactors']>;
export type Challenge = Selectable<IdentityDb['secondFactorChallenges']>;

/** Second factors, their recovery codes, and sign-ins that wait for a second factor. */
export class SecondFactors {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async of(userId: string): Promise<SecondFactor | undefined> {
    return this.#db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).executeTakeFirst();
  }

  /** Locks the factor until the transaction ends: codes of one account are checked in turn. */
  async lock(userId: string): Promise<SecondFactor | undefined> {
    return this.#db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).forUpdate().executeTakeFirst();
  }

  /** Stores a secret that is not enabled yet and replaces an earlier one; returns false while one is enabled. */
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

  /** Returns factors whose secret does not begin with `mark`, by user id, after the given one. */
  async withoutMark(
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

  /** Stores the re-encrypted secret; no effect when the secret has changed since it was read. */
  async replaceSecret(userId: string, before: string, secret: string): Promise<void> {
    await this.#db
      .updateTable('secondFactors')
      .set({ secret })
      .where('userId', '=', userId)
      .where('secret', '=', before)
      .execute();
  }

  /** Stores the time step of the used code and the re-encrypted secret. */
  async recordUse(userId: string, step: number, secret: string): Promise<void> {
    await this.#db.updateTable('secondFactors').set({ lastStep: step, secret }).where('userId', '=', userId).execute();
  }

  /** Deletes the second factor and its codes; returns false when there is none. */
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

  /** Consumes a recovery code; returns false when none matches these hashes. */
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

  /** Returns a pending challenge; undefined after too many attempts or when it has expired. */
  async findChallenge(hash: Buffer, max: number, now: Date): Promise<Challenge | undefined> {
    return this.#db
      .selectFrom('secondFactorChallenges')
      .selectAll()
      .where('hash', '=', hash)
      .where('attempts', '<', max)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
  }

  /** Counts an attempt before the code is checked, so that concurrent ones cannot exceed the limit; false as above. */
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

  /** Removes a challenge; of concurrent calls one returns true. */
  async consumeChallenge(hash: Buffer): Promise<boolean> {
    const taken = await this.#db.deleteFrom('secondFactorChallenges').where('hash', '=', hash).executeTakeFirst();
    return taken.numDeletedRows > 0n;
  }
}
