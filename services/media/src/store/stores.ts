import { type Kysely, type Selectable, sql } from 'kysely';
import type { MediaDb } from './tables.ts';

/** A bucket that an admin chose; the secret is encrypted. */
export type ChosenStore = Selectable<MediaDb['stores']>;

/** An arbitrary number: the lock key for changing the choice. */
const choiceLock = 7_362_003;

/** The buckets that admins chose, of which at most one is used for new objects. */
export class Stores {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** Serialises changes of the choice, also when there is no row to lock yet. */
  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${choiceLock})`.execute(this.#db);
  }

  /** The store for new objects; undefined for the store of the environment. */
  current(): Promise<ChosenStore | undefined> {
    return this.#db.selectFrom('stores').selectAll().where('leftAt', 'is', null).executeTakeFirst();
  }

  all(): Promise<ChosenStore[]> {
    return this.#db.selectFrom('stores').selectAll().orderBy('createdAt').execute();
  }

  async find(ids: readonly string[]): Promise<Map<string, ChosenStore>> {
    const rows = await this.#db.selectFrom('stores').selectAll().where('id', 'in', ids).execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The store of this bucket, used for new objects or not. */
  at(endpoint: string, bucket: string): Promise<ChosenStore | undefined> {
    return this.#db
      .selectFrom('stores')
      .selectAll()
      .where('endpoint', '=', endpoint)
      .where('bucket', '=', bucket)
      .executeTakeFirst();
  }

  /** Ends the use of the chosen store for new objects. */
  async leave(at: Date): Promise<void> {
    await this.#db.updateTable('stores').set({ leftAt: at }).where('leftAt', 'is', null).execute();
  }

  /** Uses this store for new objects; requires `lock`. */
  async choose(store: Omit<ChosenStore, 'leftAt'>, at: Date): Promise<void> {
    await this.leave(at);
    const { id: _id, createdAt: _createdAt, ...settings } = store;
    await this.#db
      .insertInto('stores')
      .values({ ...store, leftAt: null })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...settings, leftAt: null }))
      .execute();
  }

  /** Replaces a secret with its new encryption, unless it has changed. */
  async replaceSecret(id: string, from: string, to: string): Promise<void> {
    await this.#db
      .updateTable('stores')
      .set({ secretAccessKey: to })
      .where('id', '=', id)
      .where('secretAccessKey', '=', from)
      .execute();
  }

  /** Deletes a store with its secret, unless it contains objects or was in use since `before`. */
  async forget(id: string, before: Date): Promise<void> {
    await this.#db
      .deleteFrom('stores')
      .where('id', '=', id)
      .where('leftAt', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('objects').select('key').whereRef('objects.storeId', '=', 'stores.id'))),
      )
      .execute();
  }
}
