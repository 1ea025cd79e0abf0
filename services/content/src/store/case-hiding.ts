import { type Kysely, sql } from 'kysely';
import type { StoredCase } from './cases.ts';
import type { ContentDb, ReportedKind, Surrounding } from './tables.ts';

type Hides = NonNullable<StoredCase['hides']>;

/** From the strictest on. */
const byStrictness = ['removed', 'moderator', 'reports'] satisfies Hides[];

/** The first key of this database's advisory locks on objects; the second is the hash of the object's id. */
const objectLock = 3;

/** The hiding of objects by cases: several may hide the same one. */
export class CaseHiding {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Locks an object of another service until the transaction ends, as a row lock does for an object of content. */
  async lockRemoteObject(objectId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(${objectLock}, hashtext(${objectId}))`.execute(this.#db);
  }

  /** Sets the cause for which this case hides its object; null when it does not. */
  async set(caseId: string, hides: Hides | null): Promise<void> {
    await this.#db.updateTable('cases').set({ hides }).where('id', '=', caseId).execute();
  }

  /** The case that hides an object most strictly; undefined when none does. */
  async strictest(kind: ReportedKind, objectId: string): Promise<{ id: string; hides: Hides } | undefined> {
    const found = await this.#db
      .selectFrom('cases')
      .select(['id', 'hides'])
      .where('kind', '=', kind)
      .where('objectId', '=', objectId)
      .where('hides', 'is not', null)
      .orderBy(sql`array_position(${byStrictness}::text[], hides)`)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return found?.hides ? { id: found.id, hides: found.hides } : undefined;
  }

  /** The cases that hide a post until its author edits it, the newest first, locked until the transaction ends. */
  lockUntilEdited(postId: string): Promise<StoredCase[]> {
    return this.#db
      .selectFrom('cases')
      .selectAll()
      .where('kind', '=', 'post')
      .where('objectId', '=', postId)
      .where('hides', '=', 'moderator')
      .orderBy('openedAt', 'desc')
      .orderBy('id', 'desc')
      .forUpdate()
      .execute();
  }

  /** Reopens a decided case with the object's new text; false when another case about it is open. */
  async reopen(found: StoredCase, since: Surrounding, at: Date): Promise<boolean> {
    const { rows } = await sql`
      update cases set status = 'open', changed_at = ${at}, appeal_until = null, assignee_id = null, assigned_at = null,
        version = version + 1,
        object = jsonb_set(object, '{after}', (object -> 'after') || ${JSON.stringify([{ ...since, edit: found.edits }])}::jsonb)
      where id = ${found.id}::uuid and status in ('decided', 'closed') and not exists (
        select from cases other
        where other.kind = ${found.kind} and other.object_id = ${found.objectId} and other.status = 'open')
      returning id`.execute(this.#db);
    return rows.length > 0;
  }

  /**
   * Whether moderators decided to keep this object, with or without a warning, and it was not edited since they read
   * it.
   */
  async wasDismissed(kind: ReportedKind, objectId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('cases')
      .innerJoin('caseDecisions', 'caseDecisions.caseId', 'cases.id')
      .select('cases.id')
      .where('cases.kind', '=', kind)
      .where('cases.objectId', '=', objectId)
      .where('caseDecisions.editedMeanwhile', '=', false)
      .where(
        sql<boolean>`(case_decisions.action in ('keep', 'warn', 'overturn') or case_decisions.action = 'uphold' and exists (
          select from case_decisions earlier
          where earlier.case_id = cases.id and earlier.number = case_decisions.number - 1 and earlier.action = 'warn'))`,
      )
      .$if(kind === 'post', (query) =>
        query.where(
          sql<boolean>`not exists (
            select from posts where posts.id = ${objectId}::uuid and posts.edited_at > case_decisions.created_at)`,
        ),
      )
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
