import type { Kysely } from 'kysely';
import type { TribesDb } from './tables.ts';

interface QuizOfUser {
  tribeId: number;
  challengeId: string;
  userId: string;
}

/** Each attempt deletes at most this many, of those from before there was a limit. */
const deletedAtOnce = 100;

/** Attempts at quizzes: the time of each person's last one, and failed ones among the submissions. */
export class QuizAttempts {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Records the time of an attempt; when the last attempt is too recent, returns its time and records none. */
  async begin(challengeId: string, userId: string, now: Date, pauseMs: number): Promise<Date | undefined> {
    const latest = new Date(now.getTime() - pauseMs);
    const tried = await this.#db
      .insertInto('quizAttempts')
      .values({ challengeId, userId, triedAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['challengeId', 'userId'])
          .doUpdateSet({ triedAt: now })
          .where('quizAttempts.triedAt', '<=', latest),
      )
      .executeTakeFirst();
    if ((tried.numInsertedOrUpdatedRows ?? 0n) > 0n) return undefined;
    const { triedAt } = await this.#db
      .selectFrom('quizAttempts')
      .select('triedAt')
      .where('challengeId', '=', challengeId)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return triedAt;
  }

  /** Returns the time of a user's last attempt at each quiz, in the order of the challenges, for their data export. */
  listOwn(userId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('quizAttempts')
      .innerJoin('challenges', 'challenges.id', 'quizAttempts.challengeId')
      .select(['challenges.tribeId', 'quizAttempts.challengeId', 'quizAttempts.triedAt'])
      .where('quizAttempts.userId', '=', userId)
      .$if(afterId !== '', (query) => query.where('quizAttempts.challengeId', '>', afterId))
      .orderBy('quizAttempts.challengeId')
      .limit(limit)
      .execute();
  }

  /** Deletes a user's failed attempts at a quiz, which have no files, except the newest `most`. */
  async deleteOld({ tribeId, challengeId, userId }: QuizOfUser, most: number): Promise<void> {
    await this.#db
      .deleteFrom('submissions')
      .where('id', 'in', (query) =>
        query
          .selectFrom('submissions')
          .select('id')
          .where('tribeId', '=', tribeId)
          .where('userId', '=', userId)
          .where('challengeId', '=', challengeId)
          .where('status', '=', 'rejected')
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .offset(most)
          .limit(deletedAtOnce),
      )
      .execute();
  }
}
