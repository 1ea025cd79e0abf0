import { type Kysely, sql } from 'kysely';
import type { StoredLevel } from './levels.ts';
import type { Member } from './memberships.ts';
import { isOfMembership, isOfTribe } from './orphans.ts';
import { isPassed } from './submissions.ts';
import type { LevelUpCause, TribesDb } from './tables.ts';

export interface LevelUp {
  tribeId: number;
  userId: string;
  cause: LevelUpCause;
  causeId: string;
  levelOrder: number;
  raisedAt: Date;
}

export type LevelUpKey = Pick<LevelUp, 'tribeId' | 'cause' | 'causeId'>;
type Cause = Pick<LevelUp, 'tribeId' | 'userId' | 'cause' | 'causeId'>;

/** Records of the causes by which members rose. */
export class LevelUps {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Returns false when the same cause has raised the member before. */
  async insert(levelUp: LevelUp): Promise<boolean> {
    const inserted = await this.#db
      .insertInto('levelUps')
      .values(levelUp)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Returns whether a record of this level existed. */
  async delete({ tribeId, userId, cause, causeId, levelOrder }: Cause & Pick<LevelUp, 'levelOrder'>): Promise<boolean> {
    const deleted = await this.#db
      .deleteFrom('levelUps')
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .where('cause', '=', cause)
      .where('causeId', '=', causeId)
      .where('levelOrder', '=', levelOrder)
      .executeTakeFirst();
    return deleted.numDeletedRows > 0n;
  }

  async deleteOfMember(tribeId: number, userId: string): Promise<void> {
    await this.#db.deleteFrom('levelUps').where('tribeId', '=', tribeId).where('userId', '=', userId).execute();
  }

  /** Returns a user's records in the order of tribe, cause and its id, for their data export. */
  listByUser(userId: string, limit: number, after: LevelUpKey | null): Promise<LevelUp[]> {
    const key = sql`(level_ups.tribe_id, level_ups.cause, level_ups.cause_id)`;
    return (
      this.#db
        // Only memberships are indexed by user.
        .selectFrom('members')
        .innerJoin('levelUps', (join) =>
          join.onRef('levelUps.tribeId', '=', 'members.tribeId').onRef('levelUps.userId', '=', 'members.userId'),
        )
        .selectAll('levelUps')
        .where('members.userId', '=', userId)
        .where(isOfTribe('members'))
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`${key} > (${after?.tribeId}::integer, ${after?.cause}::text, ${after?.causeId}::text)`,
          ),
        )
        .orderBy('levelUps.tribeId')
        .orderBy('levelUps.cause')
        .orderBy('levelUps.causeId')
        .limit(limit)
        .execute()
    );
  }

  /**
   * Returns the first members after an id, in the order of the ids, with `isQualified`: they are one below the level
   * and have passed all of its challenges, at least one.
   */
  listCandidates(
    tribeId: number,
    { id, levelOrder }: StoredLevel,
    { after, limit }: { after: string; limit: number },
  ): Promise<(Member & { isQualified: boolean })[]> {
    return this.#db
      .selectFrom('members')
      .select(['userId', 'status', 'role', 'levelOrder', 'since'])
      .select(isQualified(id, levelOrder).as('isQualified'))
      .where('tribeId', '=', tribeId)
      .where('userId', '>', after)
      .orderBy('userId')
      .limit(limit)
      .execute();
  }

  /** Returns the member if they are one below the level and have passed all of its challenges. */
  findQualified(tribeId: number, { id, levelOrder }: StoredLevel, userId: string): Promise<Member | undefined> {
    return this.#db
      .selectFrom('members')
      .select(['userId', 'status', 'role', 'levelOrder', 'since'])
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .where(isQualified(id, levelOrder))
      .executeTakeFirst();
  }

  /** Whether the user has passed all challenges of the level. */
  async hasPassed(tribeId: number, levelId: string, userId: string): Promise<boolean> {
    const found = await this.#db
      .selectFrom('members')
      .select('userId')
      .where('tribeId', '=', tribeId)
      .where('userId', '=', userId)
      .where(hasPassedAll(levelId))
      .executeTakeFirst();
    return found !== undefined;
  }
}

const isQualified = (levelId: string, levelOrder: number) => sql<boolean>`
  case when members.status = 'active' and members.level_order = ${levelOrder - 1} then ${hasPassedAll(levelId)}
    else false end`;

const hasPassedAll = (levelId: string) => sql<boolean>`
  exists (select from challenges where challenges.level_id = ${levelId})
  and not exists (
    select from challenges join levels on levels.id = challenges.level_id
    where challenges.level_id = ${levelId} and not exists (
      select from submissions where submissions.challenge_id = challenges.id
        and submissions.user_id = members.user_id and ${isPassed} and ${isOfMembership}))`;
