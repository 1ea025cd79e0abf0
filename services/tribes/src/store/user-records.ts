import { deletePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

/** The rows that go with a user. */
const owned = [
  { from: 'quizAttempts', column: 'userId' },
  { from: 'bans', column: 'userId' },
  { from: 'restrictions', column: 'userId' },
  { from: 'inviteUses', column: 'userId' },
  { from: 'requestNotes', column: 'authorId' },
  { from: 'newAccountJoins', column: 'userId' },
] as const;

/** The rows that stay without the user: that somebody came and went, and what they decided or made. */
const named = [
  { from: 'submissions', column: 'decidedBy' },
  { from: 'bans', column: 'byUserId' },
  { from: 'restrictions', column: 'byUserId' },
  { from: 'stays', column: 'userId' },
  { from: 'invites', column: 'createdBy' },
] as const;

/** What is kept of a user beside their memberships. */
export class UserRecords {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Deletes, or takes the user out of, up to so many rows of one table; resolves to how many, 0 when nothing is left. */
  async forgetSome(userId: string, limit: number): Promise<number> {
    for (const { from, column } of owned) {
      const count = await deletePortion(this.#db, { from, where: sql`${sql.ref(column)} = ${userId}`, limit });
      if (count > 0) return count;
    }
    for (const { from, column } of named) {
      const count = await this.#clearSome(sql.table(from), sql.ref(column), userId, limit);
      if (count > 0) return count;
    }
    return 0;
  }

  async #clearSome(table: RawBuilder<unknown>, column: RawBuilder<unknown>, userId: string, limit: number) {
    const portion = sql`select ctid from ${table} where ${column} = ${userId} limit ${limit} for update`;
    const cleared = sql`update ${table} set ${column} = null where ctid = any(array(${portion}))`;
    return Number((await cleared.execute(this.#db)).numAffectedRows ?? 0);
  }
}
