import type { Kysely } from 'kysely';
import type { IdentityDb } from './tables.ts';

export interface SiteSettings {
  maintenanceEnabled: boolean;
  maintenanceMessage: string;
  disableSignup: boolean;
}

/** The site's settings: a single row. */
export class Site {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  read(): Promise<SiteSettings> {
    return this.#select().executeTakeFirstOrThrow();
  }

  /** Locks and returns the row until the transaction ends. */
  lock(): Promise<SiteSettings> {
    return this.#select().forUpdate().executeTakeFirstOrThrow();
  }

  async write({ maintenanceEnabled, maintenanceMessage, disableSignup }: SiteSettings): Promise<void> {
    await this.#db
      .updateTable('siteSettings')
      .set({
        maintenanceEnabled,
        maintenanceMessage,
        disableSignup,
      })
      .execute();
  }

  #select() {
    return this.#db.selectFrom('siteSettings').select(['maintenanceEnabled', 'maintenanceMessage', 'disableSignup']);
  }
}
