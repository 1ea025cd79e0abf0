import { type Kysely, type Selectable, sql } from 'kysely';
import type { MediaDb } from './tables.ts';

/** A bucket that an admin chose; the secret is encrypted. */
export type ChosenStore = Selectable<MediaDb['stores']>;

/** Any number: the key of the lock under which the choice changes. */
const choiceLock = 7_362_003;

/** The buckets that admins chose; new objects go to one of them, or to none. */
export class Stores {
  readonly #db: Kysely<MediaDb>;

  constructor(db: Kysely<MediaDb>) {
    this.#db = db;
  }

  /** Changes of the choice follow one another, also the first ones. */
  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${choiceLock})`.execute(this.#db);
  }

  /** The one that new objects go to; undefined while they go where the environment says. */
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

  /** The one of this bucket, whether new objects go there or not. */
  at(endpoint: string, bucket: string): Promise<ChosenStore | undefined> {
    return this.#db
      .selectFrom('stores')
      .selectAll()
      .where('endpoint', '=', endpoint)
      .where('bucket', '=', bucket)
      .executeTakeFirst();
  }

  /** From here on new objects go to no chosen store. */
  async leave(at: Date): Promise<void> {
    await this.#db.updateTable('stores').set({ leftAt: at }).where('leftAt', 'is', null).execute();
  }

  /** From here on new objects go to this one; within `lock`. */
  async choose(store: Omit<ChosenStore, 'leftAt'>, at: Date): Promise<void> {
    await this.leave(at);
    const { id: _id, createdAt: _createdAt, ...settings } = store;
    await this.#db
      .insertInto('stores')
      .values({ ...store, leftAt: null })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...settings, leftAt: null }))
      .execute();
  }

  /** Replaces a secret by the same one encrypted anew, unless it has changed. */
  async replaceSecret(id: string, from: string, to: string): Promise<void> {
    await this.#db
      .updateTable('stores')
      .set({ secretAccessKey: to })
      .where('id', '=', id)
      .where('secretAccessKey', '=', from)
      .execute();
  }

  /** Forgets a store, and its secret, unless something lies there or has gone there since `before`. */
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
