import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { isNoneOf } from '@tribus/kit/postgres/sweep-ids.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { hiddenCause, isAttached } from './comment-state.ts';
import type { CaseAction, CaseStatus, ContentDb, HiddenCause, ReportedKind, ReportReason } from './tables.ts';

export type StoredCase = Selectable<ContentDb['cases']>;

/** A case with the present state of its object. */
export type CaseInList = StoredCase & {
  hidden: HiddenCause | null;
  /** Deleted by its author, or after a final removal; for objects of other services only the former is known. */
  isGone: boolean;
  lastAction: CaseAction | null;
};

export type NewCase = Pick<StoredCase, 'id' | 'kind' | 'objectId' | 'tribeId' | 'scope' | 'authorId' | 'object'> & {
  at: Date;
};

/** `vibe` is separate from `post`, although a vibe is a post. */
type ListedKind = ReportedKind | 'vibe';

/** The filter of a page of cases. */
export interface CaseFilter {
  /** Only this tribe's, and only those that its moderators decide; all when undefined. */
  ofTribe?: number | undefined;
  tribeId?: number | undefined;
  statuses: readonly CaseStatus[];
  kind?: ListedKind | undefined;
  reason?: ReportReason | undefined;
  /** Assigned to this user; null for unassigned cases. */
  assigneeId?: string | null | undefined;
  onlySite: boolean;
  /** Excludes cases about this user's content. */
  notOf: string;
  /** The longest waiting first, else the newest first. */
  oldestFirst: boolean;
  limit: number;
  after?: ListPosition | undefined;
}

/** A comment is deleted at once with its post or parent; a job updates the case later. */
const withDeletion = (found: CaseInList): CaseInList => ({
  ...found,
  objectDeleted: found.objectDeleted || (found.isGone && found.status !== 'closed'),
});

/** Statuses of cases without a decision or with an appeal. */
export const waitingStatuses: readonly CaseStatus[] = ['open', 'appealed'];

/** The queue of a tribe's moderators, by its id, or of site admins. */
export type CaseQueue = number | 'site';

/** The columns that a change of a case may set. */
type CaseChange = Partial<
  Pick<
    StoredCase,
    | 'status'
    | 'changedAt'
    | 'assigneeId'
    | 'assignedAt'
    | 'appealUntil'
    | 'appeal'
    | 'appealedAt'
    | 'objectDeleted'
    | 'awaitsSite'
  >
>;

/** Only site admins may decide the case; the same rule as `isOnlyForSite` of the queues. */
export const isOnlyForSite = sql<boolean>`(cases.scope = 'site' or cases.tribe_id is null or cases.awaits_site)`;

/** Excludes the `keep` of a case without another decision: its author is not informed of such a report. */
const hasConsequence = sql<boolean>`exists (select 1 from case_decisions as any_decision
  where any_decision.case_id = cases.id and any_decision.action <> 'keep')`;

export class Cases {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Returns the open case of the object, locked until the transaction ends; opens one if there is none. */
  async openFor({ at, object, ...found }: NewCase): Promise<StoredCase> {
    for (;;) {
      await this.#db
        .insertInto('cases')
        .values({ ...found, object: JSON.stringify(object), status: 'open', openedAt: at, changedAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const open = await this.#db
        .selectFrom('cases')
        .selectAll()
        .where('kind', '=', found.kind)
        .where('objectId', '=', found.objectId)
        .where('status', '=', 'open')
        .forUpdate()
        .executeTakeFirst();
      // Undefined when the conflicting case was decided concurrently.
      if (open) return open;
    }
  }

  /** Finds a case by its id or the id of one of its reports. */
  async find(id: string): Promise<CaseInList | undefined> {
    const found = await this.#select()
      .where(sql<boolean>`cases.id = coalesce((select case_id from reports where id = ${id}::uuid), ${id}::uuid)`)
      .executeTakeFirst();
    return found && withDeletion(found);
  }

  lock(id: string): Promise<StoredCase | undefined> {
    return this.#db.selectFrom('cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  }

  /** Changes the case and raises its version. */
  async change(id: string, change: CaseChange): Promise<void> {
    await this.#db
      .updateTable('cases')
      .set({ ...change, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute();
  }

  async list(filter: CaseFilter): Promise<CaseInList[]> {
    const { ofTribe, tribeId, statuses, kind, reason, assigneeId, onlySite, notOf, oldestFirst, limit, after } = filter;
    const order = oldestFirst ? 'asc' : 'desc';
    let query = this.#select()
      .where('cases.status', 'in', statuses)
      .where('cases.authorId', '<>', notOf)
      .orderBy('cases.changedAt', order)
      .orderBy('cases.id', order)
      .limit(limit);
    if (ofTribe !== undefined) query = query.where('cases.tribeId', '=', ofTribe).where('cases.scope', '=', 'tribe');
    if (tribeId !== undefined) query = query.where('cases.tribeId', '=', tribeId);
    if (onlySite) query = query.where(isOnlyForSite);
    if (kind === 'post' || kind === 'vibe') {
      const isVibe = sql<boolean>`coalesce(cases.object ->> 'postKind' = 'story', false)`;
      query = query.where('cases.kind', '=', 'post').where(isVibe, '=', kind === 'vibe');
    } else if (kind) query = query.where('cases.kind', '=', kind);
    if (reason)
      query = query.where(
        sql<boolean>`exists (select from reports where reports.case_id = cases.id and reports.reason = ${reason})`,
      );
    if (assigneeId !== undefined) query = query.where('cases.assigneeId', assigneeId === null ? 'is' : '=', assigneeId);
    if (after) {
      const position = sql`(${after.createdAt}, ${after.id}::uuid)`;
      query = query.where(
        oldestFirst
          ? sql<boolean>`(cases.changed_at, cases.id) > ${position}`
          : sql<boolean>`(cases.changed_at, cases.id) < ${position}`,
      );
    }
    return (await query.execute()).map(withDeletion);
  }

  /** The number of waiting cases; of one tribe, or of all. */
  async countWaiting(ofTribe: number | undefined, notOf: string): Promise<{ open: number; appealed: number }> {
    return this.#db
      .selectFrom('cases')
      .select([
        sql<number>`count(*) filter (where status = 'open')`.as('open'),
        sql<number>`count(*) filter (where status = 'appealed')`.as('appealed'),
      ])
      .where('status', 'in', waitingStatuses)
      .where('authorId', '<>', notOf)
      .$if(ofTribe !== undefined, (query) => query.where('tribeId', '=', ofTribe ?? 0).where('scope', '=', 'tribe'))
      .executeTakeFirstOrThrow();
  }

  /** Sets whether only site admins may decide a case; the version stays, because the decision is the same. */
  async setAwaitsSite(id: string, awaitsSite: boolean): Promise<void> {
    await this.#db.updateTable('cases').set({ awaitsSite }).where('id', '=', id).execute();
  }

  /** Sets the assignee of a case; the version stays, because decisions do not depend on it. */
  async assign(id: string, to: Pick<StoredCase, 'assigneeId' | 'assignedAt'> | null): Promise<void> {
    await this.#db
      .updateTable('cases')
      .set(to ?? { assigneeId: null, assignedAt: null })
      .where('id', '=', id)
      .execute();
  }

  /**
   * Marks the posts as deleted in cases that are not closed; returns these cases. Comments on the posts follow in a
   * job.
   */
  markPostsDeleted(postIds: readonly string[]): Promise<StoredCase[]> {
    return this.#markDeleted(sql`kind = 'post' and object_id = any(${postIds}::text[])`);
  }

  /** Marks the comments as deleted in cases that are not closed; returns these cases. */
  markCommentsDeleted(commentIds: readonly string[]): Promise<StoredCase[]> {
    return this.#markDeleted(sql`kind = 'comment' and object_id = any(${commentIds}::text[])`);
  }

  /** Marks pictures of tribes as deleted in cases that are not closed; returns these cases. */
  markMediaDeleted(mediaIds: readonly string[]): Promise<StoredCase[]> {
    return this.#markDeleted(sql`kind = 'tribe_media' and object_id = any(${mediaIds}::text[])`);
  }

  #markDeleted(condition: RawBuilder<unknown>): Promise<StoredCase[]> {
    return this.#db
      .updateTable('cases')
      .set({ objectDeleted: true, version: sql<number>`version + 1` })
      .where(sql<boolean>`${condition}`)
      .where('status', '<>', 'closed')
      .returningAll()
      .execute();
  }

  /** Cases whose appeal period has ended. */
  async listToClose(now: Date, limit: number, exceptIds: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('cases')
      .select('id')
      .where('status', '=', 'decided')
      .where('appealUntil', '<=', now)
      .where(isNoneOf('id', exceptIds))
      .orderBy('appealUntil')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The decisions about a user's content that they are informed of, ordered by id, for their personal data export. */
  listOfAuthor(authorId: string, limit: number, afterId: string) {
    return (
      this.#db
        .selectFrom('caseDecisions')
        .innerJoin('cases', 'cases.id', 'caseDecisions.caseId')
        .select(['caseDecisions.id', 'cases.kind', 'cases.tribeId', 'caseDecisions.action'])
        // A pseudonym is that of one viewer, and would identify the reporter.
        .select(
          sql<string>`case when cases.kind = 'person' then cases.author_id else cases.object_id end`.as('objectId'),
        )
        .select(['caseDecisions.reason', 'caseDecisions.message', 'caseDecisions.createdAt', 'cases.appeal'])
        .where('cases.authorId', '=', authorId)
        .where(hasConsequence)
        .$if(afterId !== '', (query) => query.where('caseDecisions.id', '>', afterId))
        .orderBy('caseDecisions.id')
        .limit(limit)
        .execute()
    );
  }

  #select() {
    // Compared with the objects' own ids, so that an index is used.
    const of = (kind: ReportedKind) => sql<string>`case when cases.kind = ${kind} then cases.object_id::uuid end`;
    return this.#db
      .selectFrom('cases')
      .leftJoin('posts', (join) => join.on('posts.id', '=', of('post')))
      .leftJoin('comments', (join) => join.on('comments.id', '=', of('comment')).on(isAttached))
      .leftJoin('comments as parent', 'parent.id', 'comments.parentId')
      .leftJoin('tribeMedia', (join) => join.on('tribeMedia.id', '=', of('tribe_media')))
      .selectAll('cases')
      .select([
        sql<HiddenCause | null>`coalesce(posts.hidden_cause, ${hiddenCause}, tribe_media.hidden_cause)`.as('hidden'),
        sql<boolean>`(cases.object_deleted or (cases.kind in ('post', 'comment', 'tribe_media')
          and coalesce(posts.id, comments.id, tribe_media.id) is null))`.as('isGone'),
        sql<CaseAction | null>`(select action from case_decisions where case_id = cases.id order by number desc limit 1)`.as(
          'lastAction',
        ),
      ]);
  }
}
