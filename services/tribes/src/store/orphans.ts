import { deletePortion, lockPortion } from '@tribus/kit/postgres/portions.ts';
import { isNoneOf } from '@tribus/kit/postgres/sweep-ids.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

/** Dependent tables come first, so that deleting members cascades to no rows. */
export const tablesOfTribe = ['levelUps', 'requestNotes', 'members', 'stays', 'bans', 'restrictions'] as const;
type TableOfTribe = (typeof tablesOfTribe)[number];

export type EndedProgress = Selectable<TribesDb['endedProgress']>;

/**
 * Rows of a deleted tribe, challenge or membership. They are deleted later in portions; until then every query must
 * exclude them by one of the conditions below, unless it has already found the tribe or challenge. Migration 0013
 * records deletions, and rejects rows of a deleted tribe or challenge.
 */
export class Orphans {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Returns deleted tribes that may have rows left, without these. */
  async listTribes(limit: number, exceptIds: readonly number[]): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('deletedTribes')
      .select('tribeId')
      .where(isNoneOf('tribeId', exceptIds, 'integer'))
      .limit(limit)
      .execute();
    return rows.map(({ tribeId }) => tribeId);
  }

  /** Returns deleted challenges that may have rows left, without these. */
  async listChallenges(limit: number, exceptIds: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('deletedChallenges')
      .select('challengeId')
      .where(isNoneOf('challengeId', exceptIds))
      .limit(limit)
      .execute();
    return rows.map(({ challengeId }) => challengeId);
  }

  /** Returns ended memberships that may have submissions left, without these. */
  listEnded(limit: number, except: readonly EndedProgress[]): Promise<EndedProgress[]> {
    const tribeIds = except.map(({ tribeId }) => tribeId);
    const userIds = except.map(({ userId }) => userId);
    return this.#db
      .selectFrom('endedProgress')
      .selectAll()
      .where(
        sql<boolean>`(tribe_id, user_id) not in (select * from unnest(${tribeIds}::integer[], ${userIds}::text[]))`,
      )
      .limit(limit)
      .execute();
  }

  /** Deletes up to `limit` rows of a deleted tribe; returns their number. */
  deleteSomeOfTribe(from: TableOfTribe, tribeId: number, limit: number): Promise<number> {
    return deletePortion(this.#db, { from, where: sql`tribe_id = ${tribeId}`, limit });
  }

  /** Deletes uses of the first invitations of a deleted tribe, then these invitations; returns the number of rows. */
  async deleteSomeInvites(tribeId: number, limit: number): Promise<number> {
    const first = this.#db.selectFrom('invites').select('id').where('tribeId', '=', tribeId).limit(limit);
    const ids = (await first.execute()).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const uses = await deletePortion(this.#db, {
      from: 'inviteUses',
      where: sql`invite_id = any(${ids}::uuid[])`,
      limit,
    });
    if (uses === limit) return uses;
    await this.#db.deleteFrom('invites').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
    return uses + ids.length;
  }

  /** Deletes up to `limit` submissions to these challenges; returns their number and the keys of their files. */
  deleteSomeSubmissions(challengeIds: readonly string[], limit: number): Promise<{ count: number; keys: string[] }> {
    return deleteSubmissions(this.#db, sql<boolean>`challenge_id = any(${challengeIds}::uuid[])`, limit);
  }

  /** Deletes up to `limit` submissions made before the end of a membership; returns as `deleteSomeSubmissions`. */
  deleteSomeEnded({ tribeId, userId, endedAt }: EndedProgress, limit: number) {
    const isTheirs = sql<boolean>`tribe_id = ${tribeId} and user_id = ${userId} and created_at <= ${endedAt}`;
    return deleteSubmissions(this.#db, isTheirs, limit);
  }

  /** Deletes up to `limit` attempts at these quizzes; returns their number. */
  deleteSomeAttempts(challengeIds: readonly string[], limit: number): Promise<number> {
    const where = sql`challenge_id = any(${challengeIds}::uuid[])`;
    return deletePortion(this.#db, { from: 'quizAttempts', where, limit });
  }

  /** Removes the record of the deletion: no row of the tribe is left. */
  async closeTribe(tribeId: number): Promise<void> {
    await this.#db.deleteFrom('deletedTribes').where('tribeId', '=', tribeId).execute();
  }

  /** Removes the records of the deletions: no row of the challenges is left. */
  async closeChallenges(challengeIds: readonly string[]): Promise<void> {
    const isOne = sql<string>`any(${challengeIds}::uuid[])`;
    await this.#db.deleteFrom('deletedChallenges').where('challengeId', '=', isOne).execute();
  }

  /** Removes the record of the ended membership, unless a later one of the same user has ended since. */
  async closeEnded({ tribeId, userId, endedAt }: EndedProgress): Promise<void> {
    await this.#db
      .deleteFrom('endedProgress')
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .where('endedAt', '<=', endedAt)
      .execute();
  }
}

/**
 * Deletes up to `limit` submissions that match a condition; returns their number and the keys of their files. Requires
 * a transaction.
 */
export async function deleteSubmissions(
  db: Kysely<TribesDb>,
  where: ReturnType<typeof sql<boolean>>,
  limit: number,
): Promise<{ count: number; keys: string[] }> {
  const locked = await lockPortion(db, { from: 'submissions', where, limit });
  if (locked.count === 0) return { count: 0, keys: [] };
  const deleted = await db
    .deleteFrom('submissions')
    .where(locked.where)
    .returning(sql<string | null>`image ->> 'key'`.as('key'))
    .execute();
  return { count: deleted.length, keys: deleted.flatMap(({ key }) => key ?? []) };
}

/** The row's tribe exists. */
export const isOfTribe = (table: 'members' | 'stays' | 'bans' | 'restrictions' | 'invites' | 'requestNotes') =>
  sql<boolean>`exists (select from tribes where tribes.id = ${sql.ref(`${table}.tribeId`)})`;

/** The submission's challenge exists, and so its tribe. */
export const isOfChallenge = sql<boolean>`
  exists (select from challenges where challenges.id = submissions.challenge_id)`;

/** The membership of the submission has not ended. */
export const isOfMembership = sql<boolean>`
  not exists (select from ended_progress as ended where ended.tribe_id = submissions.tribe_id
    and ended.user_id = submissions.user_id and submissions.created_at <= ended.ended_at)`;
