import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import type { Kysely, Selectable } from 'kysely';
import type { ContentDb } from './tables.ts';

export type StoredDecision = Selectable<ContentDb['caseDecisions']>;
export type StoredNote = Selectable<ContentDb['caseNotes']>;
/** A decision in the log of a tribe. */
export type LoggedDecision = StoredDecision & Pick<Selectable<ContentDb['cases']>, 'kind' | 'object'>;

/** Decisions in cases, and notes of moderators. */
export class CaseDecisions {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** In the order of the decisions. */
  listOf(caseId: string): Promise<StoredDecision[]> {
    return this.#db.selectFrom('caseDecisions').selectAll().where('caseId', '=', caseId).orderBy('number').execute();
  }

  async add(decision: StoredDecision): Promise<void> {
    await this.#db.insertInto('caseDecisions').values(decision).execute();
  }

  /** A page of the decisions in a tribe, the newest first. */
  listOfTribe(tribeId: number, limit: number, after?: ListPosition): Promise<LoggedDecision[]> {
    return this.#db
      .selectFrom('caseDecisions')
      .innerJoin('cases', 'cases.id', 'caseDecisions.caseId')
      .selectAll('caseDecisions')
      .select(['cases.kind', 'cases.object'])
      .where('cases.tribeId', '=', tribeId)
      .where('cases.scope', '=', 'tribe')
      .where(olderThan(after, { time: 'caseDecisions.createdAt', id: 'caseDecisions.id' }))
      .orderBy('caseDecisions.createdAt', 'desc')
      .orderBy('caseDecisions.id', 'desc')
      .limit(limit)
      .execute();
  }

  async addNote(note: StoredNote): Promise<void> {
    await this.#db.insertInto('caseNotes').values(note).execute();
  }

  async countNotes(caseId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('caseNotes')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('caseId', '=', caseId)
      .executeTakeFirstOrThrow();
    return count;
  }

  listNotes(caseId: string): Promise<StoredNote[]> {
    return this.#db
      .selectFrom('caseNotes')
      .selectAll()
      .where('caseId', '=', caseId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
  }

  /** A moderator's own notes, ordered by id, for their personal data export. */
  listOwnNotes(authorId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('caseNotes')
      .select(['id', 'text', 'createdAt'])
      .where('authorId', '=', authorId)
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }
}
