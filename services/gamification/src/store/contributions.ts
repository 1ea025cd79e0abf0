import type { Tx } from '@tribus/kit/postgres/postgres.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Contribution, ContributionKind } from '../contributions.ts';
import type { GamificationDb, GoneKind } from './tables.ts';

/** What counts together towards one cap. */
export interface Bucket {
  userId: string;
  tribeId: number;
  kind: ContributionKind;
  /** `YYYY-MM-DD` */
  day: string;
}

/** How many of a bucket exist. */
export async function countStanding(tx: Tx<GamificationDb>, { userId, tribeId, kind, day }: Bucket): Promise<number> {
  const { count } = await tx.db
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

/** Whether what it is about was deleted, or somebody whom it needs. */
export async function isGone(tx: Tx<GamificationDb>, about: Contribution): Promise<boolean> {
  const { tribeId, postId, commentId, userId, giverId } = about;
  const found = await tx.db
    .selectFrom('gone')
    .select('kind')
    .where((row) =>
      row.or([
        row.and([row('kind', '=', 'tribe'), row('id', '=', String(tribeId))]),
        row.and([row('kind', '=', 'post'), row('id', '=', postId)]),
        row.and([row('kind', '=', 'comment'), row('id', '=', commentId ?? '')]),
        row.and([row('kind', '=', 'user'), row('id', 'in', [userId, giverId ?? userId])]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Notes that something was deleted; false when it was noted before. */
export async function noteGone(tx: Tx<GamificationDb>, kind: GoneKind, id: string): Promise<boolean> {
  const noted = await tx.db
    .insertInto('gone')
    .values({ kind, id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows !== 0n;
}

/** False when it stood there already. */
export async function addContribution(tx: Tx<GamificationDb>, about: Contribution, day: string): Promise<boolean> {
  const added = await tx.db
    .insertInto('contributions')
    .values(rowOf(about, day, 1))
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows !== 0n;
}

/** How often a like was given more than it was taken back, and the day on which it counts; undefined: never heard of. */
export async function likeBalance(
  tx: Tx<GamificationDb>,
  { id }: Contribution,
): Promise<{ balance: number; day: string } | undefined> {
  return tx.db
    .selectFrom('contributions')
    .select(['balance', 'day'])
    .where('kind', '=', 'like')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A like at 0 is as one that never was, and not kept. */
export async function setLikeBalance(
  tx: Tx<GamificationDb>,
  like: Contribution,
  day: string,
  balance: number,
): Promise<void> {
  if (balance === 0) {
    await tx.db.deleteFrom('contributions').where('kind', '=', 'like').where('id', '=', like.id).execute();
    return;
  }
  await tx.db
    .insertInto('contributions')
    .values(rowOf(like, day, balance))
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ day, balance }))
    .execute();
}

/** What went of a bucket, and how many there were before. */
export interface Removal extends Bucket {
  removed: number;
  before: number;
}

export const ofPost = (postId: string): RawBuilder<boolean> => sql`post_id = ${postId}`;
export const ofComment = (commentId: string): RawBuilder<boolean> => sql`comment_id = ${commentId}`;
export const ofGiver = (userId: string): RawBuilder<boolean> => sql`giver_id = ${userId}`;

/** Removes all that a condition names, and answers the buckets it stood in. */
export async function removeContributions(tx: Tx<GamificationDb>, condition: RawBuilder<boolean>): Promise<Removal[]> {
  // All parts of the statement see the table as it was before.
  const { rows } = await sql<Removal>`
    with removed as (
      delete from contributions where ${condition} returning user_id, tribe_id, kind, day, balance
    ), buckets as (
      select user_id, tribe_id, kind, day, count(*)::integer as removed
      from removed where balance > 0 group by user_id, tribe_id, kind, day
    )
    select user_id as "userId", tribe_id as "tribeId", kind, day, removed, (
      select count(*)::integer from contributions as membership
      where membership.user_id = buckets.user_id and membership.tribe_id = buckets.tribe_id
        and membership.kind = buckets.kind and membership.day = buckets.day and membership.balance > 0
    ) as before
    from buckets order by user_id, tribe_id, kind, day`.execute(tx.db);
  return rows;
}

export async function forgetTribe(tx: Tx<GamificationDb>, tribeId: number): Promise<void> {
  await tx.db.deleteFrom('contributions').where('tribeId', '=', tribeId).execute();
}

export async function forgetUser(tx: Tx<GamificationDb>, userId: string): Promise<void> {
  await tx.db.deleteFrom('contributions').where('userId', '=', userId).execute();
}

const rowOf = (about: Contribution, day: string, balance: number) => ({
  kind: about.kind,
  id: about.id,
  userId: about.userId,
  tribeId: about.tribeId,
  postId: about.postId,
  commentId: about.commentId,
  giverId: about.giverId,
  day,
  balance,
});
