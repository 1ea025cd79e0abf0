import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { countUpTo } from '@tribus/kit/postgres/count-up-to.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { updatePortion } from '@tribus/kit/postgres/portions.ts';
import { type InferResult, type Kysely, type Selectable, sql } from 'kysely';
import type { appealOutcomes } from '../../limits.ts';
import { type IdentityDb, onlyUuids } from './tables.ts';

/** A sanction of a member. */
export type Sanction = Selectable<IdentityDb['sanctions']>;

/** A sanction with the names of the member and the admin. */
export type NamedSanction = InferResult<ReturnType<typeof named>>[number];

export type NewSanction = Pick<
  Sanction,
  'id' | 'userId' | 'kind' | 'reason' | 'message' | 'issuedBy' | 'createdAt' | 'endsAt'
> &
  Partial<Pick<Sanction, 'firstId'>>;

const listMax = 100;

/** Warnings, silences and suspensions; a member has at most one of each kind at a time. */
export class Sanctions {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Returns false when one of its kind has not ended. */
  async add(sanction: NewSanction): Promise<boolean> {
    const added = await this.#db
      .insertInto('sanctions')
      .values(sanction)
      .onConflict((conflict) => conflict.columns(['userId', 'kind']).where('endedAt', 'is', null).doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /**
   * Extends the sanction of a kind that has not ended as a continuation of the sanction `firstId`; returns its id, or
   * undefined when it lasts as long already.
   */
  async extend({
    userId,
    kind,
    endsAt,
    firstId,
  }: Pick<Sanction, 'userId' | 'kind' | 'endsAt' | 'firstId'>): Promise<string | undefined> {
    const extended = await this.#db
      .updateTable('sanctions')
      .set({ endsAt, firstId })
      .where((row) => row.and({ userId, kind }))
      .where('endedAt', 'is', null)
      .where('endsAt', 'is not', null)
      .$if(endsAt !== null, (query) => query.where('endsAt', '<', endsAt))
      .returning('id')
      .executeTakeFirst();
    return extended?.id;
  }

  /** Ends a user's expired sanctions; resolves to their kinds. */
  async endDue(now: Date, userId: string): Promise<Sanction['kind'][]> {
    const rows = await this.#db
      .updateTable('sanctions')
      .set((row) => ({ endedAt: row.ref('endsAt'), endCause: 'expired' as const }))
      .where('endedAt', 'is', null)
      .where('endsAt', '<=', now)
      .where('userId', '=', userId)
      .returning('kind')
      .execute();
    return rows.map(({ kind }) => kind);
  }

  /** Returns up to `limit` users with expired sanctions. */
  async usersDue(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('sanctions')
      .select('userId')
      .distinct()
      .where('endedAt', 'is', null)
      .where('endsAt', '<=', now)
      .limit(limit)
      .execute();
    return rows.map(({ userId }) => userId);
  }

  /** Returns the sanctions in force at `now`. */
  async inForce(userId: string, now: Date): Promise<Sanction[]> {
    return this.#db
      .selectFrom('sanctions')
      .selectAll()
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .where((row) => row.or([row('endsAt', 'is', null), row('endsAt', '>', now)]))
      .orderBy('createdAt')
      .execute();
  }

  /** Returns all sanctions of a user, newest first. */
  async listOf(userId: string): Promise<NamedSanction[]> {
    return named(this.#db).where('sanctions.userId', '=', userId).limit(listMax).execute();
  }

  async find(id: string): Promise<NamedSanction | undefined> {
    return named(this.#db)
      .where('sanctions.id', '=', sql<string>`any(${onlyUuids([id])}::uuid[])`)
      .executeTakeFirst();
  }

  /** Returns pending or answered appeals by the time of the appeal, newest first. */
  async appealed(isAnswered: boolean, limit: number, after?: ListPosition): Promise<NamedSanction[]> {
    return named(this.#db)
      .where('appeal', 'is not', null)
      .where('appealAnsweredAt', isAnswered ? 'is not' : 'is', null)
      .where(olderThan(after, { time: 'appealedAt', id: 'sanctions.id' }))
      .clearOrderBy()
      .orderBy('appealedAt', 'desc')
      .orderBy('sanctions.id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Returns the number of pending appeals, capped at `max`. */
  countAppealed(max: number): Promise<number> {
    const waiting = this.#db
      .selectFrom('sanctions')
      .select('id')
      .where('appeal', 'is not', null)
      .where('appealAnsweredAt', 'is', null);
    return countUpTo(this.#db, waiting, max);
  }

  /** Locks and returns the sanction until the transaction ends. */
  async lock(id: string): Promise<Sanction | undefined> {
    return this.#db.selectFrom('sanctions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  }

  async end(id: string, endCause: 'lifted' | 'seen', endedAt: Date, note = ''): Promise<void> {
    await this.#db.updateTable('sanctions').set({ endCause, endedAt, note }).where('id', '=', id).execute();
  }

  async setAppeal(id: string, appeal: string, appealedAt: Date): Promise<void> {
    await this.#db.updateTable('sanctions').set({ appeal, appealedAt }).where('id', '=', id).execute();
  }

  async answerAppeal(
    id: string,
    appealOutcome: (typeof appealOutcomes)[number],
    appealAnswer: string,
    appealAnsweredAt: Date,
  ): Promise<void> {
    await this.#db
      .updateTable('sanctions')
      .set({ appealOutcome, appealAnswer, appealAnsweredAt })
      .where('id', '=', id)
      .execute();
  }

  /** Removes a deleted admin from up to `limit` of the sanctions they issued; returns their number. */
  anonymizeIssuer(adminId: string, limit: number): Promise<number> {
    const where = sql`issued_by = ${adminId}::uuid`;
    return updatePortion(this.#db, { from: 'sanctions', where, set: sql`issued_by = null`, limit });
  }
}

const named = (db: Kysely<IdentityDb>) =>
  db
    .selectFrom('sanctions')
    .innerJoin('users as member', 'member.id', 'sanctions.userId')
    .leftJoin('users as admin', 'admin.id', 'sanctions.issuedBy')
    .selectAll('sanctions')
    .select(['member.name as userName', 'admin.name as issuedByName'])
    .orderBy('sanctions.createdAt', 'desc')
    .orderBy('sanctions.id', 'desc');
