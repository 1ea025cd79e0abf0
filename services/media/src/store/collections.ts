import type { Kysely } from 'kysely';
import type { MediaDb, Visibility } from './tables.ts';

/** Objects whose visibility is changed together. */
export class Collections {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** Sets the visibility of a collection, unless it already has this version or a later one. */
  async setVisibility(name: string, visibility: Visibility, version: number): Promise<void> {
    await this.#db
      .insertInto('collections')
      .values({ name, visibility, version })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ visibility, version }).where('collections.version', '<', version),
      )
      .execute();
  }
}
