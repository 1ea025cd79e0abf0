import { type Kysely, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

/** Joins and requests to join by new accounts, per hour of the clock. */
export class NewAccountJoins {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Counts one more in the hour; returns false at `max`, also for concurrent calls. */
  async count(userId: string, hour: Date, max: number): Promise<boolean> {
    await this.#db.deleteFrom('newAccountJoins').where('userId', '=', userId).where('hour', '<', hour).execute();
    const counted = await this.#db
      .insertInto('newAccountJoins')
      .values({ userId, hour, joins: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'hour'])
          .doUpdateSet({ joins: sql<number>`new_account_joins.joins + 1` })
          .where('newAccountJoins.joins', '<', max),
      )
      .returning('joins')
      .executeTakeFirst();
    return counted !== undefined;
  }
}
