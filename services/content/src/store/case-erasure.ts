import { type Kysely, sql } from 'kysely';
import type { StoredCase } from './cases.ts';
import type { ContentDb } from './tables.ts';

/** What goes of cases with those whom they are about, with their tribe, and with time. */
export class CaseErasure {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Empties the evidence of cases that were closed before; returns how many, and the pictures that nothing else shows. */
  async dropEvidence(before: Date, limit: number): Promise<StoredCase[]> {
    const cases = await this.#db
      .selectFrom('cases')
      .selectAll()
      .where('status', '=', 'closed')
      .where('changedAt', '<', before)
      .where(sql<boolean>`object -> 'createdAt' <> 'null'::jsonb`)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute();
    await this.#empty(cases.map(({ id }) => id));
    return cases;
  }

  async #empty(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const nothing = JSON.stringify({ text: '', images: [], createdAt: null, before: [], after: [] });
    await sql`
      update cases set appeal = null,
        object = jsonb_strip_nulls(jsonb_build_object('postKind', object -> 'postKind')) || ${nothing}::jsonb
      where id = any(${ids}::uuid[])`.execute(this.#db);
  }

  /** Up to so many cases of somebody's things, closed and without anything of them; returned as they were. */
  async forgetAuthor(authorId: string, limit: number): Promise<StoredCase[]> {
    const cases = await this.#db
      .selectFrom('cases')
      .selectAll()
      .where('authorId', '=', authorId)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute();
    const ids = cases.map(({ id }) => id);
    await this.#empty(ids);
    if (ids.length > 0)
      await this.#db.updateTable('cases').set({ authorId: '', status: 'closed' }).where('id', 'in', ids).execute();
    return cases;
  }

  /** Takes what somebody said around a reported object, and their name as a moderator, out of all cases. */
  async forgetBystander(userId: string): Promise<void> {
    const theirs = JSON.stringify([{ authorId: userId }]);
    const without = (list: 'before' | 'after') =>
      sql`coalesce((select jsonb_agg(each) from jsonb_array_elements(object -> ${sql.lit(list)}) as each where each ->> 'authorId' <> ${userId}), '[]')`;
    await sql`
      update cases set object = object || jsonb_build_object('before', ${without('before')}, 'after', ${without('after')})
      where object -> 'before' @> ${theirs}::jsonb or object -> 'after' @> ${theirs}::jsonb`.execute(this.#db);
    await this.#db
      .updateTable('cases')
      .set({ assigneeId: null, assignedAt: null })
      .where('assigneeId', '=', userId)
      .execute();
    await this.#db.updateTable('caseDecisions').set({ decidedBy: '' }).where('decidedBy', '=', userId).execute();
    await this.#db.deleteFrom('caseNotes').where('authorId', '=', userId).execute();
  }

  /** Deletes up to so many cases that the moderators of a tribe decided, with all that hangs on them; returns them. */
  async deleteOfTribe(tribeId: number, limit: number): Promise<StoredCase[]> {
    const ids = this.#someOfTribe(tribeId, 'tribe', limit);
    return this.#db.deleteFrom('cases').where('id', 'in', ids).returningAll().execute();
  }

  /**
   * Keeps what site admins decide of a tribe that is gone, as no tribe's: of all but people the object is gone, too.
   * Returns of how many cases.
   */
  async keepWithoutTribe(tribeId: number, limit: number): Promise<number> {
    const kept = await this.#db
      .updateTable('cases')
      .set({
        tribeId: null,
        objectDeleted: sql<boolean>`object_deleted or kind <> 'person'`,
        version: sql<number>`version + 1`,
      })
      .where('id', 'in', this.#someOfTribe(tribeId, 'site', limit))
      .executeTakeFirst();
    return Number(kept.numUpdatedRows);
  }

  #someOfTribe(tribeId: number, scope: StoredCase['scope'], limit: number) {
    const ofTribe = this.#db.selectFrom('cases').select('id').where('tribeId', '=', tribeId);
    return ofTribe.where('scope', '=', scope).limit(limit);
  }
}
