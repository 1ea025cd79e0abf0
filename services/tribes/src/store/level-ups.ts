import { type Kysely, sql } from 'kysely';
import type { StoredLevel } from './levels.ts';
import type { Member } from './memberships.ts';
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

type Cause = Pick<LevelUp, 'tribeId' | 'userId' | 'cause' | 'causeId'>;

/** By what members reached their levels. */
export class LevelUps {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** False when this has raised them before. */
  async insert(levelUp: LevelUp): Promise<boolean> {
    const inserted = await this.#db
      .insertInto('levelUps')
      .values(levelUp)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Whether there was one, to this level. */
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

  /** Active members one below a level who have passed all of its challenges, of which there must be some. */
  listQualified(tribeId: number, { id, levelOrder }: StoredLevel, userId?: string): Promise<Member[]> {
    return this.#db
      .selectFrom('members')
      .select(['userId', 'status', 'role', 'levelOrder', 'since'])
      .where('tribeId', '=', tribeId)
      .where('status', '=', 'active')
      .where('levelOrder', '=', levelOrder - 1)
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
      .where(hasPassedAll(id))
      .execute();
  }

  /** Whether somebody has passed all challenges of a level. */
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

const hasPassedAll = (levelId: string) => sql<boolean>`
  exists (select from challenges where challenges.level_id = ${levelId})
  and not exists (
    select from challenges join levels on levels.id = challenges.level_id
    where challenges.level_id = ${levelId} and not exists (
      select from submissions where submissions.challenge_id = challenges.id
        and submissions.user_id = members.user_id and ${isPassed}))`;
