import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export type PasskeyRow = Selectable<IdentityDb['passkeys']>;

/** Passkeys, and the challenges that have been used. */
export class Passkeys {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Oldest first. */
  async listOf(userId: string): Promise<PasskeyRow[]> {
    return this.#db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').execute();
  }

  async byCredential(credentialId: string): Promise<PasskeyRow | undefined> {
    return this.#db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
  }

  /** Returns false when the credential is registered already. */
  async add(passkey: PasskeyRow): Promise<boolean> {
    const added = await this.#db
      .insertInto('passkeys')
      .values(passkey)
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  }

  /** Returns undefined when this user has no passkey of that id. */
  async rename(userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
    return this.#db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .where('userId', '=', userId)
      .returningAll()
      .executeTakeFirst();
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const removed = await this.#db
      .deleteFrom('passkeys')
      .where('id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  }

  async removeAll(userId: string): Promise<void> {
    await this.#db.deleteFrom('passkeys').where('userId', '=', userId).execute();
  }

  /** Records a use; returns false when the counter did not increase, which indicates a cloned passkey. */
  async recordUse(id: string, counter: number, now: Date): Promise<boolean> {
    const used = await this.#db
      .updateTable('passkeys')
      .set({ counter, lastUsedAt: now })
      .where('id', '=', id)
      .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
      .executeTakeFirst();
    return used.numUpdatedRows > 0n;
  }

  /** Returns false when this challenge was used before; of concurrent answers one succeeds. */
  async useChallenge(hash: Buffer, expiresAt: Date): Promise<boolean> {
    const used = await this.#db
      .insertInto('usedPasskeyChallenges')
      .values({ hash, expiresAt })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    return used.numInsertedOrUpdatedRows === 1n;
  }
}
