import { deleteInPortions } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** A copy of somebody's data that they asked for. */
export type DataExport = Selectable<IdentityDb['dataExports']>;

export type NewDataExport = Pick<DataExport, 'id' | 'userId' | 'language' | 'userAgent' | 'requestedAt'>;

export type ReadyDataExport = Pick<DataExport, 'readyAt' | 'expiresAt' | 'archiveKey' | 'sizeBytes'>;

const unfinished = ['waiting', 'working'] as const;

/** Copies of people's data; each person has one in the making at most. */
export class DataExports {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Undefined when another one of this user is in the making. */
  async add(request: NewDataExport): Promise<DataExport | undefined> {
    const none = { readyAt: null, expiresAt: null, archiveKey: null, sizeBytes: null };
    return this.#db
      .insertInto('dataExports')
      .values({ ...request, ...none, state: 'waiting' })
      .onConflict((conflict) => conflict.column('userId').where('state', 'in', unfinished).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  /** When a user asked for those since `since` that did not fail, the oldest first. */
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

  /** Notes how far it is; false when it is not in the making any more. */
  async advance(id: string, done: number, total: number): Promise<boolean> {
    return this.#change(id, { state: 'working', done, total });
  }

  /** False when it is not in the making any more. */
  async finish(id: string, ready: ReadyDataExport): Promise<boolean> {
    return this.#change(id, { state: 'ready', ...ready });
  }

  /** No effect when it is not in the making any more. */
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

  /** Deletes those that were asked for before this time and are not in the making. */
  sweep(signal: AbortSignal, before: Date): Promise<void> {
    return deleteInPortions(this.#db, signal, {
      from: 'dataExports',
      where: sql`requested_at < ${before} and state not in (${sql.join(unfinished)})`,
    });
  }
}
