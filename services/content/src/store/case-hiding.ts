import { type Kysely, sql } from 'kysely';
import type { StoredCase } from './cases.ts';
import type { ContentDb, ReportedKind, Surrounding } from './tables.ts';

type Hides = NonNullable<StoredCase['hides']>;

/** The strictest first. */
const byStrictness = ['removed', 'moderator', 'reports'] satisfies Hides[];

/** Of the advisory locks of this database, together with what an object's id comes to. */
const objectLock = 3;

/** What cases do to their objects: several may hide one at once. */
export class CaseHiding {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Locks what another service has until the transaction ends, as the row of what content has is. */
  async lockElsewhere(objectId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(${objectLock}, hashtext(${objectId}))`.execute(this.#db);
  }

  /** Why this case hides its object from now on; null when it does not. */
  async set(caseId: string, hides: Hides | null): Promise<void> {
    await this.#db.updateTable('cases').set({ hides }).where('id', '=', caseId).execute();
  }

  /** The case that hides an object most strictly; undefined when none hides it. */
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

  /** Opens a decided case once more, with what its object says since; false where another one of it is open. */
  async reopen(found: StoredCase, since: Surrounding, at: Date): Promise<boolean> {
    const { rows } = await sql`
      update cases set status = 'open', changed_at = ${at}, appeal_until = null, assignee_id = null, assigned_at = null,
        version = version + 1,
        object = jsonb_set(object, '{after}', (object -> 'after') || ${JSON.stringify([since])}::jsonb)
      where id = ${found.id}::uuid and status in ('decided', 'closed') and not exists (
        select from cases other
        where other.kind = ${found.kind} and other.object_id = ${found.objectId} and other.status = 'open')
      returning id`.execute(this.#db);
    return rows.length > 0;
  }

  /** Whether moderators have looked at this object and left it, and it was not edited since. */
  async wasKept(kind: ReportedKind, objectId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('cases')
      .innerJoin('caseDecisions', 'caseDecisions.caseId', 'cases.id')
      .select('cases.id')
      .where('cases.kind', '=', kind)
      .where('cases.objectId', '=', objectId)
      .where('caseDecisions.action', 'in', ['keep', 'overturn'])
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
