import type { Clock } from '@tribus/kit/core/clock.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { isOfTribe } from './orphans.ts';
import type { TribesDb } from './tables.ts';

export type Restriction = Selectable<TribesDb['restrictions']>;

/** Who may read a tribe and not write in it. One whose time has come is as good as lifted. */
export class Restrictions {
  readonly #db: Kysely<TribesDb>;
  readonly #clock: Clock;

  constructor(db: Kysely<TribesDb>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Of these people, those that hold now. */
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

  /** Whether there was one. */
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
