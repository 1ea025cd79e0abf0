import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

/** Of a tribe, next to the other locks of this service; as in migrations/0017-is-tribe-gone.sql. */
const tribeLock = 4;

/** Tribes that were deleted. */
export class GoneTribes {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Whether the tribe was deleted. If not, `add` waits for this transaction. */
  async has(tribeId: number): Promise<boolean> {
    const { rows } = await sql<{ gone: boolean }>`select is_tribe_gone(${tribeId}) as gone`.execute(this.#db);
    return rows[0]?.gone ?? false;
  }

  /** Waits for the transactions that asked, and has every later one find the tribe gone. */
  async add(tribeId: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(${tribeLock}, ${tribeId})`.execute(this.#db);
    await this.#db
      .insertInto('goneTribes')
      .values({ tribeId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
