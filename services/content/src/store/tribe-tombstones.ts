import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

/** The first key of the advisory locks on tribes; as in migrations/0017-is-tribe-gone.sql. */
const tribeLock = 4;

/** Records of deleted tribes. */
export class TribeTombstones {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Whether the tribe was deleted. If not, `add` waits until this transaction ends. */
  async has(tribeId: number): Promise<boolean> {
    const { rows } = await sql<{ isGone: boolean }>`select is_tribe_gone(${tribeId}) as is_gone`.execute(this.#db);
    return rows[0]?.isGone ?? false;
  }

  /** Waits for transactions that called `has`; later calls find the tribe deleted. */
  async add(tribeId: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(${tribeLock}, ${tribeId})`.execute(this.#db);
    await this.#db
      .insertInto('goneTribes')
      .values({ tribeId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
