import type { Kysely, Selectable } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** The ad settings of the site. */
export type AdsSettings = Omit<Selectable<IdentityDb['adsSettings']>, 'id'>;

/** The settings of ads, a single row. */
export class Ads {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  read(): Promise<AdsSettings> {
    return this.#select().executeTakeFirstOrThrow();
  }

  /** Locks and returns the row until the transaction ends. */
  lock(): Promise<AdsSettings> {
    return this.#select().forUpdate().executeTakeFirstOrThrow();
  }

  async write(settings: AdsSettings): Promise<void> {
    await this.#db.updateTable('adsSettings').set(settings).execute();
  }

  #select() {
    return this.#db
      .selectFrom('adsSettings')
      .select(['enabled', 'script', 'adClient', 'adSlot', 'maxShowsPerSession', 'intervalSec']);
  }
}
