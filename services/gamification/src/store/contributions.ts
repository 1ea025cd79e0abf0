import { type Kysely, sql } from 'kysely';
import type { Contribution, ContributionKind } from '../contributions.ts';
import type { GamificationDb } from './tables.ts';

/** What counts together towards one daily cap. */
export interface Bucket {
  userId: string;
  tribeId: number;
  kind: ContributionKind;
  /** `YYYY-MM-DD` */
  day: string;
}

/** How many contributions of a bucket were deleted, and how many there were before. */
export interface Removal extends Bucket {
  removed: number;
  before: number;
}

/** By which column contributions are deleted. */
export type Owner = { postId: string } | { commentId: string } | { giverId: string };

/** Posts, comments and likes that exist. */
export class Contributions {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** How many of a bucket exist. */
  async count({ userId, tribeId, kind, day }: Bucket): Promise<number> {
    const { count } = await this.#db
      .selectFrom('contributions')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('tribeId', '=', tribeId)
      .where('kind', '=', kind)
      .where('day', '=', day)
      .where('balance', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** False when it was added before. */
  async add(contribution: Contribution, day: string): Promise<boolean> {
    const added = await this.#db
      .insertInto('contributions')
      .values({ ...contribution, day, balance: 1 })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows !== 0n;
  }

  /** How often a like was given more than taken back, and the day on which it counts; undefined for an unknown like. */
  likeBalance({ id }: Contribution): Promise<{ balance: number; day: string } | undefined> {
    return this.#db
      .selectFrom('contributions')
      .select(['balance', 'day'])
      .where('kind', '=', 'like')
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** A like of balance 0 is like an unknown one, and not stored. */
  async setLikeBalance(like: Contribution, day: string, balance: number): Promise<void> {
    if (balance === 0) {
      await this.#db.deleteFrom('contributions').where('kind', '=', 'like').where('id', '=', like.id).execute();
      return;
    }
    await this.#db
      .insertInto('contributions')
      .values({ ...like, day, balance })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ day, balance }))
      .execute();
  }

  /** Deletes the contributions to a post or a comment, or the likes of a user; resolves to what each bucket lost. */
  async deleteOf(owner: Owner): Promise<Removal[]> {
    // All parts of the statement see the table as it was before.
    const { rows } = await sql<Removal>`
      with removed as (
        delete from contributions where ${belongsTo(owner)} returning user_id, tribe_id, kind, day, balance
      ), buckets as (
        select user_id, tribe_id, kind, day, count(*)::integer as removed
        from removed where balance > 0 group by user_id, tribe_id, kind, day
      )
      select user_id, tribe_id, kind, day, removed, (
        select count(*)::integer from contributions as existing
        where existing.user_id = buckets.user_id and existing.tribe_id = buckets.tribe_id
          and existing.kind = buckets.kind and existing.day = buckets.day and existing.balance > 0
      ) as before
      from buckets order by user_id, tribe_id, kind, day`.execute(this.#db);
    return rows;
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await this.#db.deleteFrom('contributions').where('tribeId', '=', tribeId).execute();
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('contributions').where('userId', '=', userId).execute();
  }
}

function belongsTo(owner: Owner) {
  if ('postId' in owner) return sql`post_id = ${owner.postId}`;
  if ('commentId' in owner) return sql`comment_id = ${owner.commentId}`;
  return sql`giver_id = ${owner.giverId}`;
}
