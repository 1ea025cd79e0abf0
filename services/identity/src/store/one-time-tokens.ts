import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type OneTimeToken = Selectable<IdentityDb['oneTimeTokens']>;

/** Tokens that work once, by their hash. */
export class OneTimeTokens {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  async add(token: OneTimeToken): Promise<void> {
    const payload = sql<unknown>`${JSON.stringify(token.payload)}::jsonb`;
    await this.#db
      .insertInto('oneTimeTokens')
      .values({ ...token, payload })
      .execute();
  }

  /** One that has not expired at `now`; it stays. */
  async find(purpose: string, hash: Uint8Array, now: Date): Promise<OneTimeToken | undefined> {
    return this.#db
      .selectFrom('oneTimeTokens')
      .selectAll()
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
  }

  /** Takes one out that has not expired at `now`: of several calls at once one gets it. */
  async take(purpose: string, hash: Uint8Array, now: Date): Promise<OneTimeToken | undefined> {
    return this.#db
      .deleteFrom('oneTimeTokens')
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .returningAll()
      .executeTakeFirst();
  }

  /** Takes out all that a user has for a purpose, or all but those of one issue. */
  async discard(userId: string, purpose: string, exceptIssue?: string): Promise<void> {
    await this.#db
      .deleteFrom('oneTimeTokens')
      .where('userId', '=', userId)
      .where('purpose', '=', purpose)
      .$if(exceptIssue !== undefined, (query) => query.where('issue', '!=', exceptIssue ?? ''))
      .execute();
  }

  /** Takes out all that a user has for any purpose. */
  async discardAll(userId: string): Promise<void> {
    await this.#db.deleteFrom('oneTimeTokens').where('userId', '=', userId).execute();
  }
}
