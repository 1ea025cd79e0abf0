import { deletePortion, lockPortion } from '@tribus/kit/postgres/portions.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { TribesDb } from './tables.ts';

/** What hangs on a member goes before it, so that deleting members cascades to nothing. */
export const tablesOfTribe = ['levelUps', 'requestNotes', 'members', 'stays', 'bans', 'restrictions'] as const;
type TableOfTribe = (typeof tablesOfTribe)[number];

export type EndedProgress = Selectable<TribesDb['endedProgress']>;

/**
 * Rows of a tribe, a challenge or a membership that is gone. They are deleted in portions after it, and until then no query
 * may find them: one that is not about a tribe or a challenge that was found before has one of the conditions below.
 * Migration 0013 notes what was deleted, and refuses rows of a tribe or a challenge that is gone.
 */
export class Orphans {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Tribes that were deleted and may have left rows. */
  async listTribes(limit: number): Promise<number[]> {
    const rows = await this.#db.selectFrom('deletedTribes').select('tribeId').limit(limit).execute();
    return rows.map(({ tribeId }) => tribeId);
  }

  /** Challenges that were deleted and may have left rows. */
  async listChallenges(limit: number): Promise<string[]> {
    const rows = await this.#db.selectFrom('deletedChallenges').select('challengeId').limit(limit).execute();
    return rows.map(({ challengeId }) => challengeId);
  }

  /** Memberships that may have left submissions. */
  listEnded(limit: number): Promise<EndedProgress[]> {
    return this.#db.selectFrom('endedProgress').selectAll().limit(limit).execute();
  }

  /** Deletes up to so many rows of a deleted tribe; resolves to how many. */
  deleteSomeOfTribe(from: TableOfTribe, tribeId: number, limit: number): Promise<number> {
    return deletePortion(this.#db, { from, where: sql`tribe_id = ${tribeId}`, limit });
  }

  /** Deletes uses of the first invitations of a deleted tribe and, when none is left, these; resolves to how many rows. */
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

  /** Deletes up to so many submissions to these challenges; resolves to how many, and the keys of their files. */
  deleteSomeSubmissions(challengeIds: readonly string[], limit: number): Promise<{ count: number; keys: string[] }> {
    return deleteSubmissions(this.#db, sql<boolean>`challenge_id = any(${challengeIds}::uuid[])`, limit);
  }

  /** The same of what somebody submitted until their membership ended. */
  deleteSomeEnded({ tribeId, userId, endedAt }: EndedProgress, limit: number) {
    const isTheirs = sql<boolean>`tribe_id = ${tribeId} and user_id = ${userId} and created_at <= ${endedAt}`;
    return deleteSubmissions(this.#db, isTheirs, limit);
  }

  /** Deletes up to so many notes of when somebody tried these quizzes; resolves to how many. */
  deleteSomeAttempts(challengeIds: readonly string[], limit: number): Promise<number> {
    const where = sql`challenge_id = any(${challengeIds}::uuid[])`;
    return deletePortion(this.#db, { from: 'quizAttempts', where, limit });
  }

  /** Nothing of the tribe is left. */
  async closeTribe(tribeId: number): Promise<void> {
    await this.#db.deleteFrom('deletedTribes').where('tribeId', '=', tribeId).execute();
  }

  /** Nothing of these challenges is left. */
  async closeChallenges(challengeIds: readonly string[]): Promise<void> {
    const isOne = sql<string>`any(${challengeIds}::uuid[])`;
    await this.#db.deleteFrom('deletedChallenges').where('challengeId', '=', isOne).execute();
  }

  /** Nothing of that membership is left; another one of theirs may have ended meanwhile. */
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
 * Deletes up to so many submissions that meet a condition, in a transaction; resolves to how many, and the keys of their
 * files.
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

/** The tribe of a row exists. */
export const isOfTribe = (table: 'members' | 'stays' | 'bans' | 'restrictions' | 'invites' | 'requestNotes') =>
  sql<boolean>`exists (select from tribes where tribes.id = ${sql.ref(`${table}.tribeId`)})`;

/** The challenge of a submission exists, and with it its tribe. */
export const isOfChallenge = sql<boolean>`
  exists (select from challenges where challenges.id = submissions.challenge_id)`;

/** The membership in which something was submitted has not ended. */
export const isOfMembership = sql<boolean>`
  not exists (select from ended_progress as ended where ended.tribe_id = submissions.tribe_id
    and ended.user_id = submissions.user_id and submissions.created_at <= ended.ended_at)`;
