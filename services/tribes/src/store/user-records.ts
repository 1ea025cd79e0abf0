import { deletePortion, updatePortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

/** Rows that are deleted with their user. */
const owned = [
  { from: 'quizAttempts', column: 'userId' },
  { from: 'bans', column: 'userId' },
  { from: 'restrictions', column: 'userId' },
  { from: 'inviteUses', column: 'userId' },
  { from: 'requestNotes', column: 'authorId' },
  { from: 'newAccountJoins', column: 'userId' },
] as const;

/** Rows that stay without their user: stays, and decisions and objects the user made. */
const named = [
  { from: 'submissions', column: 'decidedBy' },
  { from: 'bans', column: 'byUserId' },
  { from: 'restrictions', column: 'byUserId' },
  { from: 'stays', column: 'userId' },
  { from: 'invites', column: 'createdBy' },
] as const;

/** A user's records besides memberships. */
export class UserRecords {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /**
   * Deletes or anonymises up to `limit` rows of one table; returns their number, 0 when none is left. Requires a
   * transaction.
   */
  async deleteSome(userId: string, limit: number): Promise<number> {
    for (const { from, column } of owned) {
      const count = await deletePortion(this.#db, { from, where: sql`${sql.ref(column)} = ${userId}`, limit });
      if (count > 0) return count;
    }
    for (const { from, column } of named) {
      const [where, set] = [sql`${sql.ref(column)} = ${userId}`, sql`${sql.ref(column)} = null`];
      const count = await updatePortion(this.#db, { from, where, set, limit });
      if (count > 0) return count;
    }
    return 0;
  }
}
