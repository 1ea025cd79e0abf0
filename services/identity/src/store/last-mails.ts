import type { Kysely } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** When addresses were last mailed, by kind of mail. */
export class LastMails {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Notes a mail at `now`, unless one was noted after `since`: of several calls at once one is true. */
  async note(addressHash: string, kind: string, now: Date, since: Date): Promise<boolean> {
    const noted = await this.#db
      .insertInto('lastMails')
      .values({ addressHash, kind, sentAt: now })
      .onConflict((conflict) =>
        conflict.columns(['addressHash', 'kind']).doUpdateSet({ sentAt: now }).where('lastMails.sentAt', '<=', since),
      )
      .returning('kind')
      .executeTakeFirst();
    return noted !== undefined;
  }
}
