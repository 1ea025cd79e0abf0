import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { deletePortion, lockIds, updatePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { reportReasons } from '../../limits.ts';
import type { ContentDb, ReportOutcome, ReportReason } from './tables.ts';

export type StoredReport = Selectable<ContentDb['reports']>;

/** The outcomes of a user's earlier reports. */
export interface ReportOutcomes {
  upheld: number;
  dismissed: number;
}

export class Reports {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Counts a report on a day (`YYYY-MM-DD`); false when there are `max` already. */
  async countOnDay(reporterId: string, day: string, max: number): Promise<boolean> {
    const { rows } = await sql`
      insert into report_days as days (reporter_id, day, count) values (${reporterId}, ${day}, 1)
      on conflict (reporter_id, day) do update set count = days.count + 1 where days.count < ${max}
      returning count`.execute(this.#db);
    return rows.length === 1;
  }

  /** False when the reporter has an open report of the same object. */
  async add(report: StoredReport): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('reports')
      .values(report)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /**
   * The outcomes of a user's reports: those in this tribe, and those anywhere that site admins decided. Decisions of
   * moderators of other tribes do not count, because a tribe of friends could uphold any report.
   */
  async outcomesOf(reporterId: string, tribeId: number | null): Promise<ReportOutcomes> {
    return this.#db
      .selectFrom('reports')
      .innerJoin('cases', 'cases.id', 'reports.caseId')
      .select([
        sql<number>`count(*) filter (where outcome = 'upheld')`.as('upheld'),
        sql<number>`count(*) filter (where outcome = 'dismissed')`.as('dismissed'),
      ])
      .where('reporterId', '=', reporterId)
      .where('outcome', 'in', ['upheld', 'dismissed'])
      .where(
        sql<boolean>`(cases.scope = 'site' or cases.tribe_id = ${tribeId} or exists (
          select from case_decisions where case_id = cases.id and number = 1 and by_site))`,
      )
      .executeTakeFirstOrThrow();
  }

  /** The total weight of the open reports of a case, and the number of those with a weight. */
  async computeReportWeight(caseId: string): Promise<{ weight: number; reporters: number }> {
    return this.#db
      .selectFrom('reports')
      .select([
        sql<number>`coalesce(sum(weight), 0)::integer`.as('weight'),
        sql<number>`count(*) filter (where weight > 0)`.as('reporters'),
      ])
      .where('caseId', '=', caseId)
      .where('outcome', '=', 'open')
      .executeTakeFirstOrThrow();
  }

  /**
   * The most frequent reason of the open reports of a case, of equally frequent ones the first in the list of reasons;
   * undefined when no report is open.
   */
  async mostFrequentReason(caseId: string): Promise<ReportReason | undefined> {
    const row = await this.#db
      .selectFrom('reports')
      .select('reason')
      .where('caseId', '=', caseId)
      .where('outcome', '=', 'open')
      .groupBy('reason')
      .orderBy((most) => most.fn.countAll(), 'desc')
      .orderBy(sql`array_position(${reportReasons}::text[], reason)`)
      .limit(1)
      .executeTakeFirst();
    return row?.reason;
  }

  /** The time of the newest report of a case, in the database's format; undefined when there is none. */
  async lastMadeAt(caseId: string): Promise<string | undefined> {
    const { rows } = await sql<{ at: string | null }>`
      select max(created_at)::text as at from reports where case_id = ${caseId}::uuid`.execute(this.#db);
    return rows[0]?.at ?? undefined;
  }

  /**
   * Settles up to `limit` reports of a case made until a time: open ones, and those with the other outcome. Returns
   * their ids and reporters.
   */
  async settleSome(
    caseId: string,
    { outcome, until }: { outcome: Exclude<ReportOutcome, 'open' | 'closed'>; until: string },
    limit: number,
  ): Promise<Pick<StoredReport, 'id' | 'reporterId'>[]> {
    const others = ['open', outcome === 'upheld' ? 'dismissed' : 'upheld'];
    const condition = sql`case_id = ${caseId}::uuid and outcome = any(${others}) and created_at <= ${until}::timestamptz`;
    const ids = await lockIds(this.#db, { from: 'reports', where: condition, limit });
    if (ids.length === 0) return [];
    const update = this.#db.updateTable('reports').set({ outcome }).where('id', 'in', ids);
    return update.returning(['id', 'reporterId']).execute();
  }

  /** Closes up to `limit` open reports of locked cases without a decision; resolves to their number. */
  close(caseIds: readonly string[], limit: number): Promise<number> {
    const where = sql`case_id = any(${caseIds}::uuid[]) and outcome = 'open'`;
    return updatePortion(this.#db, { from: 'reports', where, set: sql`outcome = 'closed'`, limit });
  }

  /** The newest reports of each case, at most `atMost` per case. */
  async newestOf(caseIds: readonly string[], atMost: number): Promise<StoredReport[]> {
    if (caseIds.length === 0) return [];
    const newest = this.#db
      .selectFrom('reports')
      .selectAll()
      .where(sql<boolean>`reports.case_id = wanted.id`)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(atMost);
    return this.#db
      .selectFrom(sql<{ id: string }>`unnest(${caseIds}::uuid[])`.as<'wanted'>(sql`wanted(id)`))
      .innerJoinLateral(newest.as('newest'), (join) => join.onTrue())
      .selectAll('newest')
      .orderBy('createdAt', 'desc')
      .orderBy('newest.id', 'desc')
      .execute();
  }

  /** The reasons of all reports of each case with their numbers, the most frequent first, then in their order. */
  async countReasons(caseIds: readonly string[]): Promise<{ caseId: string; reason: ReportReason; count: number }[]> {
    if (caseIds.length === 0) return [];
    return this.#db
      .selectFrom('reports')
      .select((row) => ['caseId', 'reason', row.fn.countAll<number>().as('count')])
      .where(sql<boolean>`case_id = any(${caseIds}::uuid[])`)
      .groupBy(['caseId', 'reason'])
      .orderBy('count', 'desc')
      .orderBy(sql`array_position(${reportReasons}::text[], reason)`)
      .execute();
  }

  async hasReported(reporterId: string, caseId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('reports')
      .select('id')
      .where('reporterId', '=', reporterId)
      .where('caseId', '=', caseId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The number of these users who have reported the object of a case. */
  async countReporters(caseId: string, userIds: readonly string[]): Promise<number> {
    if (userIds.length === 0) return 0;
    const { reporters } = await this.#db
      .selectFrom('reports')
      .select(sql<number>`count(distinct reporter_id)`.as('reporters'))
      .where('caseId', '=', caseId)
      .where('reporterId', 'in', userIds)
      .executeTakeFirstOrThrow();
    return reporters;
  }

  /** A page of a user's reports, the newest first. */
  listOfReporter(reporterId: string, limit: number, after?: ListPosition): Promise<StoredReport[]> {
    return this.#listOf('reporterId', reporterId, limit, after);
  }

  /** A page of the reports of a case, the newest first. */
  listOfCase(caseId: string, limit: number, after?: ListPosition): Promise<StoredReport[]> {
    return this.#listOf('caseId', caseId, limit, after);
  }

  #listOf(of: 'reporterId' | 'caseId', id: string, limit: number, after?: ListPosition): Promise<StoredReport[]> {
    return this.#db
      .selectFrom('reports')
      .selectAll()
      .where(of, '=', id)
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** A user's own reports, ordered by id, for their personal data export. */
  listOwn(reporterId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('reports')
      .select(['id', 'kind', 'objectId', 'reason', 'description', 'outcome', 'createdAt'])
      .where('reporterId', '=', reporterId)
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /**
   * Removes the reporter and the description from up to `limit` reports of a user, which stay; resolves to their
   * number.
   */
  forgetReporter(reporterId: string, limit: number): Promise<number> {
    const where = sql`reporter_id = ${reporterId}`;
    return updatePortion(this.#db, { from: 'reports', where, set: sql`reporter_id = '', description = ''`, limit });
  }

  /** Deletes up to `limit` daily counts of a user's reports; resolves to their number. */
  deleteDaysOf(reporterId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'reportDays', where: sql`reporter_id = ${reporterId}`, limit });
  }
}
