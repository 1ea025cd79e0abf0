import { type Kysely, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

/** Of a tribe, next to the other locks of this service. */
const tribeLock = 4;

/** Tribes that were deleted. */
export class GoneTribes {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Whether the tribe was deleted. If not, `add` waits for this transaction. */
  async has(tribeId: number): Promise<boolean> {
    // A statement of its own: only so the next one sees what was committed while it was waited for.
    await sql`select pg_advisory_xact_lock_shared(${tribeLock}, ${tribeId})`.execute(this.#db);
    const row = await this.#db
      .selectFrom('goneTribes')
      .select('tribeId')
      .where('tribeId', '=', tribeId)
      .executeTakeFirst();
    return row !== undefined;
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
