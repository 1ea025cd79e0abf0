import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { notesMax } from '../../limits.ts';
import { isOfTribe } from './orphans.ts';
import type { Answer, TribesDb } from './tables.ts';

export type RequestNote = Selectable<TribesDb['requestNotes']>;

/** Requests to join: the applicants' answers, and moderators' notes. */
export class Requests {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  async setAnswers(tribeId: number, userId: string, responses: readonly Answer[]): Promise<void> {
    await this.#db
      .updateTable('members')
      .set({ answers: responses.length > 0 ? JSON.stringify(responses) : null })
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .execute();
  }

  /** Returns the answers of these people, by user id. */
  async answersOf(tribeId: number, userIds: readonly string[]): Promise<Map<string, Answer[]>> {
    const rows = await this.#db
      .selectFrom('members')
      .select(['userId', 'answers'])
      .where('tribeId', '=', tribeId)
      .where('userId', '=', sql<string>`any(${userIds})`)
      .execute();
    return new Map(rows.map(({ userId, answers }) => [userId, answers ?? []]));
  }

  /** Returns all answers of one user. */
  async listAnswersBy(userId: string): Promise<{ tribeId: number; answers: Answer[] }[]> {
    const rows = await this.#db
      .selectFrom('members')
      .select(['tribeId', 'answers'])
      .where('userId', '=', userId)
      .where('answers', 'is not', null)
      .where(isOfTribe('members'))
      .orderBy('tribeId')
      .execute();
    return rows.map(({ tribeId, answers }) => ({ tribeId, answers: answers ?? [] }));
  }

  async addNote(note: RequestNote): Promise<void> {
    await this.#db.insertInto('requestNotes').values(note).execute();
  }

  /** Deletes the notes about a user's request. */
  async deleteNotes(tribeId: number, userId: string): Promise<void> {
    const where = sql`tribe_id = ${tribeId} and user_id = ${userId}`;
    await deletePortion(this.#db, { from: 'requestNotes', where, limit: notesMax });
  }

  async countNotes(tribeId: number, userId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('requestNotes')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Returns the notes about these people's requests, the oldest first. */
  listNotes(tribeId: number, userIds: readonly string[]): Promise<RequestNote[]> {
    return this.#db
      .selectFrom('requestNotes')
      .selectAll()
      .where('tribeId', '=', tribeId)
      .where('userId', '=', sql<string>`any(${userIds})`)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
  }

  listNotesBy(authorId: string, limit: number, afterId: string): Promise<RequestNote[]> {
    return this.#db
      .selectFrom('requestNotes')
      .selectAll()
      .where('authorId', '=', authorId)
      .where(isOfTribe('requestNotes'))
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }
}
