import { deletePortion, lockIds } from '@tribus/kit/postgres/portions.ts';
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
    await this.#db
      .updateTable('cases')
      .set({
        appeal: null,
        object: sql`jsonb_strip_nulls(jsonb_build_object('postKind', object -> 'postKind')) || ${nothing}::jsonb`,
      })
      .where('id', 'in', ids)
      .execute();
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

  /** Takes what somebody said around a reported object out of up to so many cases; returns of how many. */
  async forgetBystander(userId: string, limit: number): Promise<number> {
    const theirs = sql`${JSON.stringify([{ authorId: userId }])}::jsonb`;
    const saidIn = sql`(object -> 'before' @> ${theirs} or object -> 'after' @> ${theirs})`;
    const ids = await lockIds(this.#db, { from: 'cases', where: saidIn, limit });
    if (ids.length === 0) return 0;
    const without = (list: 'before' | 'after') =>
      sql`coalesce((select jsonb_agg(each) from jsonb_array_elements(object -> ${sql.lit(list)}) as each where each ->> 'authorId' <> ${userId}), '[]')`;
    await this.#db
      .updateTable('cases')
      .set({ object: sql`object || jsonb_build_object('before', ${without('before')}, 'after', ${without('after')})` })
      .where('id', 'in', ids)
      .execute();
    return ids.length;
  }

  /** Takes up to so many cases from a moderator who is gone; returns how many. */
  async unassign(assigneeId: string, limit: number): Promise<number> {
    const ids = await lockIds(this.#db, { from: 'cases', where: sql`assignee_id = ${assigneeId}`, limit });
    if (ids.length === 0) return 0;
    await this.#db.updateTable('cases').set({ assigneeId: null, assignedAt: null }).where('id', 'in', ids).execute();
    return ids.length;
  }

  /** Takes the name of a moderator from up to so many decisions, which stay; returns from how many. */
  async forgetDecider(userId: string, limit: number): Promise<number> {
    const ids = await lockIds(this.#db, {
      from: 'caseDecisions',
      where: sql`decided_by = ${userId} and decided_by <> ''`,
      limit,
    });
    if (ids.length === 0) return 0;
    await this.#db.updateTable('caseDecisions').set({ decidedBy: '' }).where('id', 'in', ids).execute();
    return ids.length;
  }

  /** Deletes up to so many notes of a moderator; returns how many. */
  deleteNotesOf(authorId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'caseNotes', where: sql`author_id = ${authorId}`, limit });
  }

  /** Deletes up to so many cases that the moderators of a tribe decided; what hangs on them goes after them (`Orphans`). Returns them. */
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
