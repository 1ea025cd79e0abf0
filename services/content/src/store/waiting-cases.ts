import { type Kysely, sql } from 'kysely';
import type { StoredCase } from './cases.ts';
import type { ContentDb } from './tables.ts';

/** The condition of the index `cases_waiting`. */
const isWaiting = sql<boolean>`status in ('open', 'appealed') and scope = 'tribe'`;

/** Waiting cases that the moderators of a tribe decide. */
export class WaitingCases {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  async exist(tribeId: number): Promise<boolean> {
    const found = this.#db.selectFrom('cases').select('id').where('tribeId', '=', tribeId).where(isWaiting);
    return (await found.limit(1).executeTakeFirst()) !== undefined;
  }

  /** A portion of a tribe's waiting cases, ordered by id. */
  list(tribeId: number, limit: number, afterId: string | null): Promise<StoredCase[]> {
    return this.#db
      .selectFrom('cases')
      .selectAll()
      .where('tribeId', '=', tribeId)
      .where(isWaiting)
      .$if(afterId !== null, (query) => query.where('id', '>', afterId ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** A portion of the tribes with waiting cases, ordered by id. */
  async listTribes(limit: number, afterId: number): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('cases')
      .select('tribeId')
      .where('tribeId', '>', afterId)
      .where(isWaiting)
      .groupBy('tribeId')
      .orderBy('tribeId')
      .limit(limit)
      .execute();
    return rows.flatMap(({ tribeId }) => tribeId ?? []);
  }
}
