import { lockPortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ContentDb, StoredLandingItem } from './tables.ts';

/** A picture or video uploaded for the landing page. */
export type StoredLandingFile = Selectable<ContentDb['landingFiles']>;

export interface StoredLanding {
  hero: { title: string; subtitle: string; description: string };
  items: StoredLandingItem[];
}

export interface VersionedLanding extends StoredLanding {
  /** 1 for the first save; each change adds 1. */
  version: number;
}

/** An arbitrary number: the lock key for changes of the landing page. */
const landingLock = 7_362_101;

/** The content of the landing page, and its files. */
export class Landing {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Waits for other transactions that change the content, and locks it until this transaction ends. */
  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${landingLock})`.execute(this.#db);
  }

  /** Undefined before it is saved. */
  async find(): Promise<VersionedLanding | undefined> {
    return this.#db.selectFrom('landing').select(['hero', 'items', 'version']).executeTakeFirst();
  }

  /** Resolves to the new version. */
  async save({ hero, items }: StoredLanding, at: Date): Promise<number> {
    const row = { hero: JSON.stringify(hero), items: JSON.stringify(items), savedAt: at };
    const { version } = await this.#db
      .insertInto('landing')
      .values({ isOnly: true, ...row })
      .onConflict((conflict) =>
        conflict.column('isOnly').doUpdateSet({ ...row, version: ({ ref }) => sql`${ref('landing.version')} + 1` }),
      )
      .returning('version')
      .executeTakeFirstOrThrow();
    return version;
  }

  async addFile(file: StoredLandingFile): Promise<void> {
    await this.#db
      .insertInto('landingFiles')
      .values({ ...file, variants: JSON.stringify(file.variants) })
      .execute();
  }

  /** Files by key; unknown keys are absent. */
  async filesOf(keys: readonly string[]): Promise<Map<string, StoredLandingFile>> {
    if (keys.length === 0) return new Map();
    const rows = await this.#db.selectFrom('landingFiles').selectAll().where('key', 'in', keys).execute();
    return new Map(rows.map((file) => [file.key, file]));
  }

  /** Marks files as shown; resolves to those that were not before. */
  async markShown(keys: readonly string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const rows = await this.#db
      .updateTable('landingFiles')
      .set({ isShown: true })
      .where('key', 'in', keys)
      .where('isShown', '=', false)
      .returning('key')
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Deletes the shown files except these; resolves to the deleted keys. */
  async deleteNoLongerShown(keys: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .deleteFrom('landingFiles')
      .where('isShown', '=', true)
      .$if(keys.length > 0, (query) => query.where('key', 'not in', keys))
      .returning('key')
      .execute();
    return rows.map(({ key }) => key);
  }

  /** False when there is none. */
  async deleteFile(key: string): Promise<boolean> {
    const row = await this.#db.deleteFrom('landingFiles').where('key', '=', key).returning('key').executeTakeFirst();
    return row !== undefined;
  }

  /** Deletes up to `limit` files that were uploaded before this time and never shown; resolves to their keys. */
  async deleteDrafts(before: Date, limit: number): Promise<string[]> {
    const drafts = await lockPortion(this.#db, {
      from: 'landingFiles',
      where: sql`not is_shown and uploaded_at < ${before}`,
      limit,
    });
    if (drafts.count === 0) return [];
    const rows = await this.#db.deleteFrom('landingFiles').where(drafts.where).returning('key').execute();
    return rows.map(({ key }) => key);
  }
}
