import { updatePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type RetainedSanction = Selectable<IdentityDb['keptSanctions']>;

/** Sanctions of deleted accounts, by hashes of the person. */
export class RetainedSanctions {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Stores sanctions; per person and kind the one with the later expiry wins. */
  async add(sanctions: readonly RetainedSanction[]): Promise<void> {
    for (const sanction of sanctions)
      await this.#db
        .insertInto('keptSanctions')
        .values(sanction)
        .onConflict((conflict) =>
          conflict
            .columns(['personHash', 'kind'])
            .doUpdateSet(sanction)
            .where('keptSanctions.keptUntil', '<=', sanction.keptUntil),
        )
        .execute();
  }

  /** Returns a person's sanctions in force at `now`, longest first. */
  async of(personHashes: readonly string[], now: Date): Promise<RetainedSanction[]> {
    return this.#db
      .selectFrom('keptSanctions')
      .selectAll()
      .where('personHash', 'in', personHashes)
      .where('keptUntil', '>', now)
      .orderBy(sql`ends_at desc nulls first`)
      .execute();
  }

  async drop(firstId: string): Promise<void> {
    await this.#db.deleteFrom('keptSanctions').where('firstId', '=', firstId).execute();
  }

  /** Removes a deleted admin from up to `limit` of the sanctions they issued; returns their number. */
  anonymizeIssuer(adminId: string, limit: number): Promise<number> {
    const where = sql`issued_by = ${adminId}::uuid`;
    return updatePortion(this.#db, { from: 'keptSanctions', where, set: sql`issued_by = null`, limit });
  }
}
