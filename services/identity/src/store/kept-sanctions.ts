import { type Kysely, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

export type KeptSanction = Selectable<IdentityDb['keptSanctions']>;

/** Sanctions that outlive their accounts, by hashes of whom they are of. */
export class KeptSanctions {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Of a person and a kind the one that is kept longer stays. */
  async keep(sanctions: readonly KeptSanction[]): Promise<void> {
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

  /** Those of a person that are not over at `now`, the longest first. */
  async of(personHashes: readonly string[], now: Date): Promise<KeptSanction[]> {
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
}
