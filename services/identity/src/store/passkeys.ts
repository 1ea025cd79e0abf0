import { type Kysely, type Selectable, sql } from 'kysely';
import { type IdentityDb, onlyUuids } from './tables.ts';

export type PasskeyRow = Selectable<IdentityDb['passkeys']>;

/** Passkeys, and the challenges that were answered by them. */
export class Passkeys {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** The oldest first. */
  async listOf(userId: string): Promise<PasskeyRow[]> {
    return this.#db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').execute();
  }

  async byCredential(credentialId: string): Promise<PasskeyRow | undefined> {
    return this.#db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
  }

  /** False when somebody has it already. */
  async add(passkey: PasskeyRow): Promise<boolean> {
    const added = await this.#db
      .insertInto('passkeys')
      .values(passkey)
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  }

  /** Undefined when this user has none of that id. */
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

  /** Notes a use; false when its counter did not go up, as that of a copy would. */
  async noteUse(id: string, counter: number, now: Date): Promise<boolean> {
    const used = await this.#db
      .updateTable('passkeys')
      .set({ counter, lastUsedAt: now })
      .where('id', '=', id)
      .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
      .executeTakeFirst();
    return used.numUpdatedRows > 0n;
  }

  /** False when this challenge was answered before: of several answers at once one gets through. */
  async useChallenge(hash: Buffer, expiresAt: Date): Promise<boolean> {
    const used = await this.#db
      .insertInto('usedPasskeyChallenges')
      .values({ hash, expiresAt })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    return used.numInsertedOrUpdatedRows === 1n;
  }
}
