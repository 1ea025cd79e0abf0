import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type FailedSignIns = Selectable<IdentityDb['failedSignIns']>;

/** Numbers of failed sign-ins per hour. */
export class FailedSignInCounts {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Increments each count, in this order; resolves to the new counts. */
  async count(hour: Date, of: readonly Pick<FailedSignIns, 'counted' | 'key'>[]): Promise<number[]> {
    const rows = await this.#db
      .insertInto('failedSignIns')
      .values(of.map(({ counted, key }) => ({ hour, counted, key, failures: 1 })))
      .onConflict((conflict) =>
        conflict
          .columns(['hour', 'counted', 'key'])
          .doUpdateSet({ failures: sql<number>`failed_sign_ins.failures + 1` }),
      )
      .returning('failures')
      .execute();
    return rows.map(({ failures }) => failures);
  }

  /** Removes and returns up to `limit` counts of the hours before `hour`. */
  removeBatch(hour: Date, limit: number): Promise<FailedSignIns[]> {
    const some = this.#db
      .selectFrom('failedSignIns')
      .select(sql`ctid`.as('ctid'))
      .where('hour', '<', hour)
      .limit(limit);
    return this.#db
      .deleteFrom('failedSignIns')
      .where(sql<boolean>`ctid = any(array(${some}))`)
      .returningAll()
      .execute();
  }

  async deleteOf(id: string): Promise<void> {
    await this.#db.deleteFrom('failedSignIns').where('counted', '=', 'account').where('key', '=', id).execute();
  }
}
