import type { Kysely, Selectable } from 'kysely';
import type { TribesDb } from './tables.ts';

export type OwnershipOffer = Selectable<TribesDb['ownershipOffers']>;

/** Who is asked to own a tribe, one person at a time. */
export class OwnershipOffers {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  find(tribeId: number): Promise<OwnershipOffer | undefined> {
    return this.#db.selectFrom('ownershipOffers').selectAll().where('tribeId', '=', tribeId).executeTakeFirst();
  }

  /** False while somebody is asked. */
  async add(offer: OwnershipOffer): Promise<boolean> {
    const added = await this.#db
      .insertInto('ownershipOffers')
      .values(offer)
      .onConflict((conflict) => conflict.column('tribeId').doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Ends the offer of a tribe, of one user if named; resolves to it, undefined when there was none. */
  delete(tribeId: number, userId?: string): Promise<OwnershipOffer | undefined> {
    return this.#db
      .deleteFrom('ownershipOffers')
      .where('tribeId', '=', tribeId)
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
      .returningAll()
      .executeTakeFirst();
  }
}
