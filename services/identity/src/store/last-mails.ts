import type { Kysely } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** Times of the last mail to each address, by kind. */
export class LastMails {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Records a mail at `now` unless one was recorded after `since`; of concurrent calls one returns true. */
  async record(addressHash: string, kind: string, now: Date, since: Date): Promise<boolean> {
    const recorded = await this.#db
      .insertInto('lastMails')
      .values({ addressHash, kind, sentAt: now })
      .onConflict((conflict) =>
        conflict.columns(['addressHash', 'kind']).doUpdateSet({ sentAt: now }).where('lastMails.sentAt', '<=', since),
      )
      .returning('kind')
      .executeTakeFirst();
    return recorded !== undefined;
  }
}
