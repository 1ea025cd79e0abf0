import { dayMs } from '@tribus/kit/core/durations.ts';
import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { olderThan } from '@tribus/kit/postgres/keyset.ts';
import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { GamificationDb } from './tables.ts';

/** A change of a user's points in a tribe. `causeId` is unique among the lines of a user and cause. */
export type LedgerLine = Selectable<GamificationDb['ledger']>;

/** A line to be written; most causes have no limit that withholds points. */
export type NewLedgerLine = Omit<LedgerLine, keyof Withheld> & Partial<Withheld>;
type Withheld = Pick<LedgerLine, 'withheld' | 'limitedBy'>;

/** Keeps each statement within its deadline in a tribe with many users. */
const portionSize = 5_000;

/** The key of a line. */
export type LineKey = Pick<LedgerLine, 'userId' | 'cause' | 'causeId'>;

const shownColumns = ['id', 'tribeId', 'points', 'cause', 'postId', 'createdAt', 'withheld', 'limitedBy'] as const;

/** Lines of the ledger. */
export class LedgerLines {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** Returns a user's lines, in one tribe or in all, the newest first. */
  page(userId: string, tribeId: number | undefined, limit: number, after?: ListPosition) {
    let query = this.#db
      .selectFrom('ledger')
      .select(shownColumns)
      .where('userId', '=', userId)
      .where(olderThan(after))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (tribeId !== undefined) query = query.where('tribeId', '=', tribeId);
    return query.execute();
  }

  /** Returns a user's lines in the order of the ids, for their data export. */
  listOwn(userId: string, limit: number, afterId: string) {
    return this.#db
      .selectFrom('ledger')
      .select(shownColumns)
      .where('userId', '=', userId)
      .$if(afterId !== '', (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /**
   * Returns a user's points for challenges of a tribe on a day (`YYYY-MM-DD`, UTC), minus those revoked on that day.
   */
  async sumOfChallenges(userId: string, tribeId: number, day: string): Promise<number> {
    const begin = new Date(`${day}T00:00:00.000Z`);
    const { points } = await this.#db
      .selectFrom('ledger')
      .select(sql<number>`coalesce(sum(points), 0)::integer`.as('points'))
      .where('userId', '=', userId)
      .where('tribeId', '=', tribeId)
      .where('cause', 'in', ['challenge', 'challenge_removed'])
      .where('createdAt', '>=', begin)
      .where('createdAt', '<', new Date(begin.getTime() + dayMs))
      .executeTakeFirstOrThrow();
    return points;
  }

  /** Returns a user's points for challenges of all tribes after `since`, minus those revoked after it. */
  async sumOfAllChallenges(userId: string, since: Date): Promise<number> {
    const { points } = await this.#db
      .selectFrom('ledger')
      .select(sql<number>`coalesce(sum(points), 0)::integer`.as('points'))
      .where('userId', '=', userId)
      .where('cause', 'in', ['challenge', 'challenge_removed'])
      .where('createdAt', '>', since)
      .executeTakeFirstOrThrow();
    return points;
  }

  /** Adds lines, skipping causes that already have a line of the user. */
  async addAll(lines: readonly NewLedgerLine[]): Promise<void> {
    for (let from = 0; from < lines.length; from += portionSize) await this.#add(lines.slice(from, from + portionSize));
  }

  async #add(lines: readonly NewLedgerLine[]): Promise<void> {
    const arrays = [
      sql`${lines.map(({ id }) => id)}::uuid[]`,
      sql`${lines.map(({ userId }) => userId)}::text[]`,
      sql`${lines.map(({ tribeId }) => tribeId)}::integer[]`,
      sql`${lines.map(({ points }) => points)}::integer[]`,
      sql`${lines.map(({ cause }) => cause)}::text[]`,
      sql`${lines.map(({ causeId }) => causeId)}::text[]`,
      sql`${lines.map(({ postId }) => postId)}::text[]`,
      sql`${lines.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]`,
      sql`${lines.map(({ withheld }) => withheld ?? 0)}::integer[]`,
      sql`${lines.map(({ limitedBy }) => limitedBy ?? null)}::text[]`,
    ];
    await sql`
      insert into ledger (id, user_id, tribe_id, points, cause, cause_id, post_id, created_at, withheld, limited_by)
      select * from unnest(${sql.join(arrays)})`.execute(this.#db);
  }

  /** Returns those of these lines that are stored. */
  async find(keys: readonly LineKey[]): Promise<(LineKey & { points: number })[]> {
    const { rows } = await sql<LineKey & { points: number }>`
      select user_id, cause, cause_id, points from ledger
      where (user_id, cause, cause_id) in (${namedBy(keys)})`.execute(this.#db);
    return rows;
  }

  async deleteAll(keys: readonly LineKey[]): Promise<void> {
    if (keys.length === 0) return;
    await sql`delete from ledger where (user_id, cause, cause_id) in (${namedBy(keys)})`.execute(this.#db);
  }

  /** Deletes up to `limit` of a user's lines; returns their number. */
  deleteSomeOf(userId: string, limit: number): Promise<number> {
    return deletePortion(this.#db, { from: 'ledger', where: sql`user_id = ${userId}`, limit });
  }
}

const namedBy = (keys: readonly LineKey[]) => sql`
  select * from unnest(${keys.map(({ userId }) => userId)}::text[], ${keys.map(({ cause }) => cause)}::text[],
    ${keys.map(({ causeId }) => causeId)}::text[])`;
