import type { Kysely, Selectable } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** Mail settings chosen by an admin; the password is encrypted. */
export type StoredEmailSettings = Omit<Selectable<IdentityDb['emailSettings']>, 'id'>;

/** A single row, or none. */
export class EmailSettings {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  read(): Promise<StoredEmailSettings | undefined> {
    return this.#select().executeTakeFirst();
  }

  async write(settings: StoredEmailSettings): Promise<void> {
    await this.#db
      .insertInto('emailSettings')
      .values(settings)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(settings))
      .execute();
  }

  async remove(): Promise<void> {
    await this.#db.deleteFrom('emailSettings').execute();
  }

  #select() {
    return this.#db
      .selectFrom('emailSettings')
      .select(['host', 'port', 'secure', 'login', 'password', 'sender', 'replyTo']);
  }
}
