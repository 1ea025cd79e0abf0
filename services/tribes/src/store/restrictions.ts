import type { Clock } from '@tribus/kit/core/clock.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isOfTribe } from './orphans.ts';
import type { TribesDb } from './tables.ts';

export type Restriction = Selectable<TribesDb['restrictions']>;

/** Restrictions to reading a tribe. One past its end counts as lifted. */
export class Restrictions {
  readonly #db: Kysely<TribesDb>;
  readonly #clock: Clock;

  constructor(db: Kysely<TribesDb>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the restrictions in force of these people. */
  list(tribeId: number, userIds: readonly string[]): Promise<Restriction[]> {
    return this.#db
      .selectFrom('restrictions')
      .selectAll()
      .where('tribeId', '=', tribeId)
      .where('userId', '=', sql<string>`any(${userIds})`)
      .where('endsAt', '>', this.#clock.now())
      .execute();
  }

  listByUser(userId: string): Promise<Restriction[]> {
    return this.#db
      .selectFrom('restrictions')
      .selectAll()
      .where('userId', '=', userId)
      .where(isOfTribe('restrictions'))
      .orderBy('tribeId')
      .execute();
  }

  async put(restriction: Restriction): Promise<void> {
    await this.#db
      .insertInto('restrictions')
      .values(restriction)
      .onConflict((conflict) => conflict.columns(['tribeId', 'userId']).doUpdateSet(restriction))
      .execute();
  }

  /** Returns whether there was one. */
  async delete(tribeId: number, userId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('restrictions')
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .where('endsAt', '>', this.#clock.now())
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
