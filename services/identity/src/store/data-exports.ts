import { deleteInPortions } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** A requested copy of a user's data. */
export type DataExport = Selectable<IdentityDb['dataExports']>;

export type NewDataExport = Pick<DataExport, 'id' | 'userId' | 'language' | 'userAgent' | 'requestedAt'>;

export type ReadyDataExport = Pick<DataExport, 'readyAt' | 'expiresAt' | 'archiveKey' | 'sizeBytes'>;

const unfinished = ['waiting', 'working'] as const;

/** Data exports; each user has at most one unfinished one. */
export class DataExports {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns undefined when this user has an unfinished one. */
  async add(request: NewDataExport): Promise<DataExport | undefined> {
    const none = { readyAt: null, expiresAt: null, archiveKey: null, sizeBytes: null };
    return this.#db
      .insertInto('dataExports')
      .values({ ...request, ...none, state: 'waiting' })
      .onConflict((conflict) => conflict.column('userId').where('state', 'in', unfinished).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  /** Returns when a user requested the exports since `since` that did not fail, oldest first. */
  async requestedSince(userId: string, since: Date): Promise<Date[]> {
    const rows = await this.#db
      .selectFrom('dataExports')
      .select('requestedAt')
      .where('userId', '=', userId)
      .where('requestedAt', '>', since)
      .where('state', '!=', 'failed')
      .orderBy('requestedAt')
      .execute();
    return rows.map(({ requestedAt }) => requestedAt);
  }

  async newestOf(userId: string): Promise<DataExport | undefined> {
    return this.#db
      .selectFrom('dataExports')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('requestedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  async find(id: string): Promise<DataExport | undefined> {
    return this.#db.selectFrom('dataExports').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Saves the progress; returns false when the export is no longer running. */
  async advance(id: string, done: number, total: number): Promise<boolean> {
    return this.#change(id, { state: 'working', done, total });
  }

  /** Returns false when the export is no longer running. */
  async finish(id: string, ready: ReadyDataExport): Promise<boolean> {
    return this.#change(id, { state: 'ready', ...ready });
  }

  /** No effect when the export is no longer running. */
  async fail(id: string): Promise<void> {
    await this.#change(id, { state: 'failed' });
  }

  async #change(id: string, change: Partial<Omit<DataExport, 'id' | 'userId'>>): Promise<boolean> {
    const changed = await this.#db
      .updateTable('dataExports')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', unfinished)
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  /** Deletes finished exports requested before this time. */
  sweep(signal: AbortSignal, before: Date): Promise<void> {
    return deleteInPortions(this.#db, signal, {
      from: 'dataExports',
      where: sql`requested_at < ${before} and state not in (${sql.join(unfinished)})`,
    });
  }
}
