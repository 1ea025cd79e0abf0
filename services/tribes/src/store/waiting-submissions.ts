import { type Kysely, sql } from 'kysely';
import { isOfChallenge } from './orphans.ts';
import type { TribesDb } from './tables.ts';

/** The number of pending submissions for each user, at one moment of the database. */
export interface WaitingCount {
  counts: { userId: string; waiting: number }[];
  countedAt: Date;
}

/** The submissions of a tribe that wait for a review. */
export class WaitingSubmissions {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Counts the pending submissions of a tribe for each user without their own. */
  async countFor(userIds: readonly string[], tribeId: number): Promise<WaitingCount> {
    const waiting = sql`select count(*) from submissions
      where tribe_id = ${tribeId} and status = 'pending' and ${isOfChallenge}`;
    const { rows } = await sql<{ userId: string; waiting: number; countedAt: Date }>`
      select user_id, (${waiting}) - (${waiting} and submissions.user_id = users.user_id) as waiting,
        now() as counted_at
      from unnest(${userIds}::text[]) with ordinality as users (user_id, number) order by number`.execute(this.#db);
    const countedAt = rows[0]?.countedAt ?? new Date(0);
    return { counts: rows.map(({ userId, waiting }) => ({ userId, waiting })), countedAt };
  }
}
