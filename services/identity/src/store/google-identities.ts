import type { Kysely, Selectable } from 'kysely';
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

  /**
   * Locks for deletion the account of an address or an id if Google created it and its owner has not accepted the
   * terms; returns its id.
   */
  async lockUnaccepted(of: { email: string } | { id: string }): Promise<string | undefined> {
    const row = await this.#unaccepted()
      .where((is) => is.and(of))
      .forUpdate()
      .executeTakeFirst();
    return row?.id;
  }

  /** Returns up to `limit` accounts that Google created before `before` and whose owners never accepted the terms. */
  async unacceptedBefore(before: Date, limit: number): Promise<string[]> {
    const rows = await this.#unaccepted().where('createdAt', '<', before).limit(limit).execute();
    return rows.map(({ id }) => id);
  }

  #unaccepted() {
    return this.#db
      .selectFrom('users')
      .select('id')
      .where('termsAcceptedAt', 'is', null)
      .where('id', 'in', (query) => query.selectFrom('googleIdentities').select('userId'));
  }
}
