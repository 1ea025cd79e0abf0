import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type OneTimeToken = Selectable<IdentityDb['oneTimeTokens']>;

/** One-time tokens, by their hash. */
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

  /** Returns a token that has not expired at `now`, without consuming it. */
  async find(purpose: string, hash: Uint8Array, now: Date): Promise<OneTimeToken | undefined> {
    return this.#db
      .selectFrom('oneTimeTokens')
      .selectAll()
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
  }

  /** Removes and returns a token that has not expired at `now`; of concurrent calls one gets it. */
  async consume(purpose: string, hash: Uint8Array, now: Date): Promise<OneTimeToken | undefined> {
    return this.#db
      .deleteFrom('oneTimeTokens')
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .returningAll()
      .executeTakeFirst();
  }

  /** Deletes a user's tokens for a purpose, or all but those of one issue. */
  async discard(userId: string, purpose: string, exceptIssue?: string): Promise<void> {
    await this.#db
      .deleteFrom('oneTimeTokens')
      .where('userId', '=', userId)
      .where('purpose', '=', purpose)
      .$if(exceptIssue !== undefined, (query) => query.where('issue', '!=', exceptIssue ?? ''))
      .execute();
  }

  /** Deletes all tokens of a user. */
  async discardAll(userId: string): Promise<void> {
    await this.#db.deleteFrom('oneTimeTokens').where('userId', '=', userId).execute();
  }
}
