import type { Kysely, Selectable } from 'kysely';
import type { TribesDb } from './tables.ts';

export type OwnershipOffer = Selectable<TribesDb['ownershipOffers']>;

/** Pending offers of ownership, at most one per tribe. */
export class OwnershipOffers {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  find(tribeId: number): Promise<OwnershipOffer | undefined> {
    return this.#db.selectFrom('ownershipOffers').selectAll().where('tribeId', '=', tribeId).executeTakeFirst();
  }

  /** Returns the offers to a user. */
  listByUser(userId: string): Promise<OwnershipOffer[]> {
    return this.#db.selectFrom('ownershipOffers').selectAll().where('userId', '=', userId).orderBy('tribeId').execute();
  }

  /** Returns false while another offer is pending. */
  async add(offer: OwnershipOffer): Promise<boolean> {
    const added = await this.#db
      .insertInto('ownershipOffers')
      .values(offer)
      .onConflict((conflict) => conflict.column('tribeId').doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Deletes the offer of a tribe, only that to `userId` if present; returns it, undefined when there was none. */
  delete(tribeId: number, userId?: string): Promise<OwnershipOffer | undefined> {
    return this.#db
      .deleteFrom('ownershipOffers')
      .where('tribeId', '=', tribeId)
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
      .returningAll()
      .executeTakeFirst();
  }
}
