import { homininiId } from '@tribus/community/limits.ts';
import { type Kysely, sql } from 'kysely';
import { type CaseQueue, isOnlyForSite, type StoredCase } from './cases.ts';
import type { ContentDb } from './tables.ts';

/** The condition of the indexes `cases_waiting` and `cases_waiting_of_tribe`. */
const isWaiting = sql<boolean>`status in ('open', 'appealed') and scope = 'tribe'`;

/** The condition of the index `cases_waiting_of_site`. */
const isWaitingForSite = sql<boolean>`status in ('open', 'appealed')
  and (${isOnlyForSite} or tribe_id = ${sql.lit(homininiId)})`;

/** The number of waiting cases for each user, at one moment of the database. */
export interface WaitingCount {
  counts: { userId: string; waiting: number }[];
  countedAt: Date;
}

/** Cases that wait for moderators. */
export class WaitingCases {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Whether cases wait for the moderators of a tribe. */
  async exist(tribeId: number): Promise<boolean> {
    const found = this.#db.selectFrom('cases').select('id').where('tribeId', '=', tribeId).where(isWaiting);
    return (await found.limit(1).executeTakeFirst()) !== undefined;
  }

  /** Counts the cases in a queue, by the same rule as `listQueues`, for each user without those about their content. */
  async countFor(userIds: readonly string[], queue: CaseQueue): Promise<WaitingCount> {
    const isQueued = queue === 'site' ? isWaitingForSite : sql<boolean>`tribe_id = ${queue} and ${isWaiting}`;
    const { rows } = await sql<{ userId: string; waiting: number; countedAt: Date }>`
      select user_id, (select count(*) from cases where ${isQueued})
        - (select count(*) from cases where ${isQueued} and author_id = user_id) as waiting, now() as counted_at
      from unnest(${userIds}::text[]) with ordinality as users (user_id, number) order by number`.execute(this.#db);
    const countedAt = rows[0]?.countedAt ?? new Date(0);
    return { counts: rows.map(({ userId, waiting }) => ({ userId, waiting })), countedAt };
  }

  /** A portion of a tribe's waiting cases that its moderators decide, ordered by id. */
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

  /** A portion of the tribes with such cases, ordered by id. */
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
