import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { countUpTo } from '@tribus/kit/postgres/count-up-to.ts';
import { newerThan } from '@tribus/kit/postgres/keyset.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { challengesPerLevel, levelsMax } from '../../limits.ts';
import { deleteSubmissions, isOfChallenge, isOfMembership } from './orphans.ts';
import type { Attachment, ChallengeType, TribesDb } from './tables.ts';

export type StoredSubmission = Omit<Selectable<TribesDb['submissions']>, 'image' | 'imageKept'> & {
  attachment: Attachment | null;
};

/** A submission with its challenge. `maxScore` is the challenge's until the decision, and then that of the decision. */
export interface ListedSubmission extends StoredSubmission {
  type: ChallengeType;
  title: string;
  prompt: string;
  levelId: string;
  levelOrder: number;
  levelName: string;
  minScore: number;
  passed: boolean;
}

export type NewSubmission = Omit<StoredSubmission, 'note' | 'decidedBy' | 'revision'>;

/** A reviewer's or the quiz key's decision. */
export interface Decision {
  status: 'approved' | 'rejected';
  score: number;
  maxScore: number;
  note: string;
  decidedAt: Date;
  decidedBy: string;
}

/** A user's best or last submission to a challenge. */
export interface OwnState extends Pick<StoredSubmission, 'challengeId' | 'status' | 'score' | 'maxScore' | 'wrong'> {
  passed: boolean;
  /** The time of the last attempt at a quiz. */
  triedAt: Date | null;
}

interface Page {
  limit: number;
  after?: ListPosition | undefined;
}

/** Batch size of deletion with a membership: a tribe has many challenges, and each has several submissions. */
const deletedAtOnce = 1_000;

/** Quizzes were measured on approval; other submissions are measured against the current minimum. */
export const isPassed = sql<boolean>`(submissions.status = 'approved' and (challenges.type = 'quiz'
  or submissions.score * 100 >= levels.min_score * submissions.max_score))`;

const maxScoreOf = sql<number>`
  case when submissions.status = 'pending' then challenges.max_score else submissions.max_score end`;

/** Submissions to challenges. */
export class Submissions {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Returns false when the user's previous submission to this challenge is still pending. */
  async insert({ attachment, ...submission }: NewSubmission): Promise<boolean> {
    const inserted = await this.#db
      .insertInto('submissions')
      .values({ ...submission, image: attachment && asJson(attachment) })
      .onConflict((conflict) =>
        conflict.columns(['challengeId', 'userId']).where('status', '=', sql.lit('pending')).doNothing(),
      )
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  find(tribeId: number, id: string): Promise<ListedSubmission | undefined> {
    return listed(this.#db)
      .where('submissions.tribeId', '=', tribeId)
      .where('submissions.id', '=', id)
      .executeTakeFirst();
  }

  /** Returns a user's own submissions, the newest first. */
  listOfMember(tribeId: number, userId: string, limit: number): Promise<ListedSubmission[]> {
    return listed(this.#db)
      .where('submissions.tribeId', '=', tribeId)
      .where('submissions.userId', '=', userId)
      .orderBy('submissions.createdAt', 'desc')
      .orderBy('submissions.id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Returns pending submissions, the oldest first. */
  listPending(tribeId: number, { limit, after }: Page): Promise<ListedSubmission[]> {
    return listed(this.#db)
      .where('submissions.tribeId', '=', tribeId)
      .where('submissions.status', '=', 'pending')
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(submissions.created_at, submissions.id) > (${after?.createdAt}, ${after?.id}::uuid)`),
      )
      .orderBy('submissions.createdAt')
      .orderBy('submissions.id')
      .limit(limit)
      .execute();
  }

  /** Returns submissions decided by a reviewer, the last decision first. */
  async listDecided(tribeId: number, { limit, after }: Page): Promise<(ListedSubmission & { decidedAt: Date })[]> {
    const rows = await listed(this.#db)
      .where('submissions.tribeId', '=', tribeId)
      .where('submissions.status', '!=', 'pending')
      .where('challenges.type', '=', 'manual')
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(submissions.decided_at, submissions.id) < (${after?.createdAt}, ${after?.id}::uuid)`),
      )
      .orderBy('submissions.decidedAt', 'desc')
      .orderBy('submissions.id', 'desc')
      .limit(limit)
      .execute();
    return rows.flatMap(({ decidedAt, ...row }) => (decidedAt ? [{ ...row, decidedAt }] : []));
  }

  /** Returns a user's state per challenge: passed, else pending, else the last submission. */
  statesOfMember(tribeId: number, userId: string): Promise<OwnState[]> {
    return this.#db
      .selectFrom('submissions')
      .innerJoin('challenges', 'challenges.id', 'submissions.challengeId')
      .innerJoin('levels', 'levels.id', 'challenges.levelId')
      .leftJoin('quizAttempts', (join) =>
        join
          .onRef('quizAttempts.challengeId', '=', 'submissions.challengeId')
          .onRef('quizAttempts.userId', '=', 'submissions.userId'),
      )
      .select(['submissions.challengeId', 'submissions.status', 'submissions.score', 'submissions.wrong'])
      .select([maxScoreOf.as('maxScore'), isPassed.as('passed'), 'quizAttempts.triedAt'])
      .distinctOn('submissions.challengeId')
      .where('submissions.tribeId', '=', tribeId)
      .where('submissions.userId', '=', userId)
      .where(isOfMembership)
      .orderBy('submissions.challengeId')
      .orderBy(isPassed, 'desc')
      .orderBy(sql`submissions.status = 'pending'`, 'desc')
      .orderBy('submissions.createdAt', 'desc')
      .execute();
  }

  /** Counts pending submissions of other users, up to `max`. */
  countForReview(tribeId: number, { notOf, max }: { notOf: string; max: number }): Promise<number> {
    const waiting = this.#db
      .selectFrom('submissions')
      .select('id')
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'pending')
      .where('userId', '<>', notOf)
      .where(isOfChallenge);
    return countUpTo(this.#db, waiting, max);
  }

  /** Returns the new revision; undefined when it is no longer pending: of concurrent decisions one takes effect. */
  async decide(id: string, decision: Decision): Promise<number | undefined> {
    const decided = await this.#db
      .updateTable('submissions')
      .set((row) => ({ ...decision, revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returning('revision')
      .executeTakeFirst();
    return decided?.revision;
  }

  /** Returns the new revision; undefined when it is already pending. */
  async reopen(id: string): Promise<number | undefined> {
    const open = { status: 'pending', score: null, decidedAt: null, decidedBy: null } as const;
    const reopened = await this.#db
      .updateTable('submissions')
      .set((row) => ({ ...open, revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .where('status', '!=', 'pending')
      .returning('revision')
      .executeTakeFirst();
    return reopened?.revision;
  }

  /** Whether the user has submitted to the same challenge since. */
  async hasNewer({ challengeId, userId, createdAt, id }: StoredSubmission): Promise<boolean> {
    const newer = await this.#db
      .selectFrom('submissions')
      .select('id')
      .where('challengeId', '=', challengeId)
      .where('userId', '=', userId)
      .where(newerThan({ createdAt, id }))
      .limit(1)
      .executeTakeFirst();
    return newer !== undefined;
  }

  /**
   * Ends a user's submissions in a tribe, except the time of their last quiz attempt: deletes the pending ones (one per
   * challenge at most) and the first batch of the others. The rest is treated as deleted. Returns the deleted
   * submissions.
   */
  async endOfMember(tribeId: number, userId: string): Promise<{ keys: string[]; waiting: number; hasRest: boolean }> {
    const isTheirs = sql<boolean>`tribe_id = ${tribeId} and user_id = ${userId}`;
    const isWaiting = sql<boolean>`${isTheirs} and status = 'pending' and ${isOfChallenge}`;
    const waiting = await deleteSubmissions(this.#db, isWaiting, levelsMax * challengesPerLevel);
    const others = await deleteSubmissions(this.#db, sql<boolean>`${isTheirs} and ${isOfMembership}`, deletedAtOnce);
    const hasRest = others.count === deletedAtOnce;
    if (hasRest) await this.#recordEnded(tribeId, userId);
    return { keys: [...waiting.keys, ...others.keys], waiting: waiting.count, hasRest };
  }

  async #recordEnded(tribeId: number, userId: string): Promise<void> {
    await sql`
      insert into ended_progress (tribe_id, user_id, ended_at)
      select tribe_id, user_id, max(created_at) from submissions
      where tribe_id = ${tribeId} and user_id = ${userId} group by tribe_id, user_id
      on conflict (tribe_id, user_id) do update set ended_at = excluded.ended_at`.execute(this.#db);
  }

  /** Returns a user's own submissions in all tribes, in the order of the ids. */
  listOwn(userId: string, limit: number, afterId: string): Promise<ListedSubmission[]> {
    return listed(this.#db)
      .where('submissions.userId', '=', userId)
      .$if(afterId !== '', (query) => query.where('submissions.id', '>', afterId))
      .orderBy('submissions.id')
      .limit(limit)
      .execute();
  }
}

const asJson = (attachment: Attachment) => sql<Attachment>`${JSON.stringify(attachment)}::jsonb`;

const listed = (db: Kysely<TribesDb>) =>
  db
    .selectFrom('submissions')
    .innerJoin('challenges', 'challenges.id', 'submissions.challengeId')
    .innerJoin('levels', 'levels.id', 'challenges.levelId')
    .where(isOfMembership)
    .select([
      'submissions.id',
      'submissions.tribeId',
      'submissions.challengeId',
      'submissions.userId',
      'submissions.status',
      'submissions.score',
      maxScoreOf.as('maxScore'),
      isPassed.as('passed'),
      'submissions.text',
      'submissions.hint',
      'submissions.image as attachment',
      'submissions.wrong',
      'submissions.note',
      'submissions.createdAt',
      'submissions.decidedAt',
      'submissions.decidedBy',
      'submissions.revision',
      'challenges.type',
      'challenges.title',
      'challenges.prompt',
      'challenges.levelId',
      'levels.levelOrder',
      'levels.name as levelName',
      'levels.minScore',
    ]);
