import type { Kysely } from 'kysely';
import { isOfChallenge } from './orphans.ts';
import type { TribesDb } from './tables.ts';

/** Bounds the size of an event. */
const moderatorsCountedMax = 1_000;

/** The submissions of a tribe that wait for a review. */
export class WaitingSubmissions {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  async count(tribeId: number): Promise<number> {
    const { waiting } = await this.#of(tribeId)
      .select((row) => row.fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow();
    return waiting;
  }

  /** Counts those of each moderator, of at most 1,000 moderators. */
  countOfModerators(tribeId: number): Promise<{ authorId: string; waiting: number }[]> {
    return this.#of(tribeId)
      .innerJoin('members', (join) =>
        join.onRef('members.tribeId', '=', 'submissions.tribeId').onRef('members.userId', '=', 'submissions.userId'),
      )
      .select((row) => ['submissions.userId as authorId', row.fn.countAll<number>().as('waiting')])
      .where('members.role', 'in', ['owner', 'officer'])
      .groupBy('submissions.userId')
      .orderBy('submissions.userId')
      .limit(moderatorsCountedMax)
      .execute();
  }

  #of(tribeId: number) {
    return this.#db
      .selectFrom('submissions')
      .where('submissions.tribeId', '=', tribeId)
      .where('submissions.status', '=', 'pending')
      .where(isOfChallenge);
  }
}
