import { deleteInPortions } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

type GoogleIdentity = Selectable<IdentityDb['googleIdentities']>;

/** Links between accounts and Google identities. */
export class GoogleIdentities {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns the account of a Google identity. */
  async userOf(issuer: string, subject: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('googleIdentities')
      .select('userId')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.userId;
  }

  /** Returns the Google identity of a user. */
  async of(userId: string): Promise<Pick<GoogleIdentity, 'issuer' | 'subject'> | undefined> {
    return this.#db
      .selectFrom('googleIdentities')
      .select(['issuer', 'subject'])
      .where('userId', '=', userId)
      .executeTakeFirst();
  }

  /** Returns false when the account or the identity is already linked. */
  async add(identity: GoogleIdentity): Promise<boolean> {
    const added = await this.#db
      .insertInto('googleIdentities')
      .values(identity)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  async removeOf(userId: string): Promise<void> {
    await this.#db.deleteFrom('googleIdentities').where('userId', '=', userId).execute();
  }

  /** Deletes the account of an address if Google created it and its owner has not accepted the terms. */
  async removeUnaccepted(email: string): Promise<void> {
    await this.#db
      .deleteFrom('users')
      .where('email', '=', email)
      .where('termsAcceptedAt', 'is', null)
      .where('id', 'in', (query) => query.selectFrom('googleIdentities').select('userId'))
      .execute();
  }

  /** Deletes accounts created by Google before `before` whose owners never accepted the terms. */
  sweepUnaccepted(signal: AbortSignal, before: Date): Promise<void> {
    const where = sql`terms_accepted_at is null and created_at < ${before}
      and id in (select user_id from google_identities)`;
    return deleteInPortions(this.#db, signal, { from: 'users', where });
  }
}
