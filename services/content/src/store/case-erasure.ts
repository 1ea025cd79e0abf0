import { deletePortion, lockIds, updatePortion } from '@tribus/kit/postgres/portions.ts';
import { isNoneOf } from '@tribus/kit/postgres/sweep-ids.ts';
import { type Kysely, sql } from 'kysely';
import type { StoredCase } from './cases.ts';
import type { ContentDb } from './tables.ts';

/** The condition of the index `cases_with_texts`. */
const isClosedWithTexts = sql<boolean>`status = 'closed' and texts_deleted_at is null`;

/**
 * Whether the decision of the case still hides a post, so that its author needs the reason. A scalar query, because
 * with `exists` Postgres may read all posts into a hash.
 */
const hidesUntilEdited = sql<boolean>`(cases.hides is not distinct from 'moderator' and coalesce((
  select true from posts where posts.id = case when cases.kind = 'post' then cases.object_id::uuid end), false))`;

/** Deletes personal data from cases: with an account, with a tribe, and after the retention period. */
export class CaseErasure {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Cases closed before a time whose texts may and must be deleted, except some. */
  async listWithTexts(before: Date, limit: number, exceptIds: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('cases')
      .select('id')
      .where('changedAt', '<', before)
      .where(isClosedWithTexts)
      .where(sql<boolean>`not ${hidesUntilEdited}`)
      .where(isNoneOf('id', exceptIds))
      .orderBy('changedAt')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Deletes up to `limit` descriptions of reports of closed cases; resolves to their number. */
  deleteDescriptions(ids: readonly string[], limit: number): Promise<number> {
    const where = sql`case_id = any(${ids}::uuid[]) and description <> ''`;
    return updatePortion(this.#db, { from: 'reports', where, set: sql`description = ''`, limit });
  }

  /**
   * Deletes the evidence, the appeal, the notes and the messages of the decisions of closed cases; returns the cases,
   * whose pictures may have to be deleted.
   */
  async deleteTexts(ids: readonly string[], at: Date): Promise<StoredCase[]> {
    const cases = await this.#db
      .selectFrom('cases')
      .selectAll()
      .where('id', 'in', ids)
      .where(isClosedWithTexts)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (cases.length === 0) return [];
    const closedIds = cases.map(({ id }) => id);
    await this.#empty(closedIds);
    await this.#db.updateTable('cases').set({ textsDeletedAt: at }).where('id', 'in', closedIds).execute();
    await this.#db.updateTable('caseDecisions').set({ message: '' }).where('caseId', 'in', closedIds).execute();
    await this.#db.deleteFrom('caseNotes').where('caseId', 'in', closedIds).execute();
    return cases;
  }

  async #empty(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const emptyObject = JSON.stringify({ text: '', images: [], createdAt: null, before: [], after: [] });
    await this.#db
      .updateTable('cases')
      .set({
        appeal: null,
        object: sql`jsonb_strip_nulls(jsonb_build_object('postKind', object -> 'postKind')) || ${emptyObject}::jsonb`,
      })
      .where('id', 'in', ids)
      .execute();
  }

  /** Up to `limit` cases about a user's content, locked until the transaction ends. */
  lockOfAuthor(authorId: string, limit: number): Promise<StoredCase[]> {
    return this.#db
      .selectFrom('cases')
      .selectAll()
      .where('authorId', '=', authorId)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute();
  }

  /** Removes the author from locked cases, whose status and evidence stay. */
  async keepWithoutAuthor(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#db
      .updateTable('cases')
      .set({ authorId: '', version: sql<number>`version + 1` })
      .where('id', 'in', ids)
      .execute();
  }

  /** Closes and empties locked cases whose author is deleted. */
  async closeWithoutAuthor(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#empty(ids);
    await this.#db.updateTable('cases').set({ authorId: '', status: 'closed' }).where('id', 'in', ids).execute();
  }

  /** Removes a user's content around reported objects from up to `limit` cases; resolves to their number. */
  async forgetSurrounding(userId: string, limit: number): Promise<number> {
    const byUser = sql`${JSON.stringify([{ authorId: userId }])}::jsonb`;
    const containsUser = sql`(object -> 'before' @> ${byUser} or object -> 'after' @> ${byUser})`;
    const ids = await lockIds(this.#db, { from: 'cases', where: containsUser, limit });
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

  /** Unassigns up to `limit` cases of a deleted moderator; resolves to their number. */
  unassign(assigneeId: string, limit: number): Promise<number> {
    const where = sql`assignee_id = ${assigneeId}`;
    return updatePortion(this.#db, { from: 'cases', where, set: sql`assignee_id = null, assigned_at = null`, limit });
  }

  /** Removes a moderator's id from up to `limit` decisions, which stay; resolves to their number. */
  forgetDecider(userId: string, limit: number): Promise<number> {
    const where = sql`decided_by = ${userId} and decided_by <> ''`;
    return updatePortion(this.#db, { from: 'caseDecisions', where, set: sql`decided_by = ''`, limit });
  }

  /** Deletes up to `limit` notes of a moderator; resolves to their number. */
  deleteNotesOf(authorId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'caseNotes', where: sql`author_id = ${authorId}`, limit });
  }

  /**
   * Deletes and returns up to `limit` cases that the moderators of a tribe decide; their rows are deleted by `Orphans`.
   */
  async deleteOfTribe(tribeId: number, limit: number): Promise<StoredCase[]> {
    const ids = await this.#lockOfTribe(tribeId, 'tribe', limit);
    if (ids.length === 0) return [];
    return this.#db.deleteFrom('cases').where('id', 'in', ids).returningAll().execute();
  }

  /**
   * Removes a deleted tribe from up to `limit` of its cases that site admins decide, which stay, and marks their
   * objects as deleted, except users. Resolves to the number of cases.
   */
  async keepWithoutTribe(tribeId: number, limit: number): Promise<number> {
    const ids = await this.#lockOfTribe(tribeId, 'site', limit);
    if (ids.length === 0) return 0;
    await this.#db
      .updateTable('cases')
      .set({
        tribeId: null,
        objectDeleted: sql<boolean>`object_deleted or kind <> 'person'`,
        version: sql<number>`version + 1`,
      })
      .where('id', 'in', ids)
      .execute();
    return ids.length;
  }

  #lockOfTribe(tribeId: number, scope: StoredCase['scope'], limit: number): Promise<string[]> {
    return lockIds(this.#db, { from: 'cases', where: sql`tribe_id = ${tribeId} and scope = ${scope}`, limit });
  }
}
