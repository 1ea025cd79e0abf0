import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { MyPoints, PointsByTribe } from '../api.ts';
import { dailyCaps, pointsFor } from '../limits.ts';
import type { Contribution, ContributionKind, LikeChange } from './contributions.ts';
import type { Deps } from './deps.ts';
import { clearTribe, type NewLine, writeLine } from './ledger.ts';
import { writeLikeLine } from './like-lines.ts';
import { presentPoints, presentPointsByTribe } from './present.ts';
import type { Bucket, Owner } from './store/contributions.ts';
import type { GamificationTx } from './store/store.ts';

// Points follow what exists. Of the posts of a day (or comments, or likes received) in a tribe that still exist, as many
// count as the cap says: whatever is deleted, the points depend on the number that is left, in whichever order events
// arrive. So deleting and posting again earns nothing more, and who deletes one of twelve posts loses nothing, because
// ten are left. Every change of a sum is a line of its own in the ledger; a line is never changed (a like that is toggled
// often has lines deleted: like-lines.ts). Levels that were reached stay.

/** The event that is being applied, and the transaction of its effect. */
export interface EventContext extends Pick<EventMetadata, 'id' | 'occurredAt'> {
  tx: GamificationTx;
}

/** The points for so many contributions of a kind on one day in one tribe. */
export const worthOf = (kind: ContributionKind, count: number): number =>
  pointsFor[kind] * Math.min(dailyCaps[kind], count);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A post or a comment was published. */
export async function countContribution(
  ctx: Context,
  { tx, occurredAt }: EventContext,
  contribution: Contribution | undefined,
): Promise<void> {
  if (!contribution) return;
  await tx.totals.lock();
  const day = dayOf(occurredAt);
  if (await tx.deletions.affect(contribution)) return;
  if (!(await tx.contributions.add(contribution, day))) return;
  const after = await tx.contributions.count({ ...contribution, day });
  const { kind: cause, id: causeId, userId, tribeId, postId } = contribution;
  const points = worthOf(cause, after) - worthOf(cause, after - 1);
  await writeLine(tx, ctx, { userId, tribeId, points, cause, causeId, postId, createdAt: occurredAt });
}

/**
 * A like was given or taken back. One that is taken back before its giving arrives counts as none when that does.
 * `ofAgents`: the giver or the receiver is an agent; such likes do not count, but earlier ones can be taken back.
 */
export async function changeLike(
  ctx: Context,
  { tx, occurredAt, id: eventId }: EventContext,
  { like, given }: LikeChange,
  ofAgents: boolean,
): Promise<void> {
  await tx.totals.lock();
  if (await tx.deletions.affect(like)) return;
  const known = await tx.contributions.likeBalance(like);
  if (ofAgents && (given || !known)) return;
  const before = known?.balance ?? 0;
  const balance = before + (given ? 1 : -1);
  const existed = before > 0;
  // It counts on the day it was given; one that exists keeps its day.
  const day = existed && known ? known.day : dayOf(occurredAt);
  await tx.contributions.setLikeBalance(like, day, balance);
  const exists = balance > 0;
  if (existed === exists) return;
  const after = await tx.contributions.count({ ...like, day });
  const points = worthOf('like', after) - worthOf('like', after + (exists ? -1 : 1));
  if (points === 0) return;
  const { id, userId, tribeId, postId } = like;
  const cause = given ? 'like' : 'like_removed';
  await writeLikeLine(tx, ctx, id, { userId, tribeId, points, cause, postId, createdAt: occurredAt }, eventId);
}

/** A post was deleted with its comments, or a comment; and with them their likes. */
export async function takeBack(
  ctx: Context,
  context: EventContext,
  deleted: { kind: 'post' | 'comment'; id: string; postId: string },
): Promise<void> {
  const { tx } = context;
  const { kind, id, postId } = deleted;
  await tx.totals.lock();
  if (!(await tx.deletions.add(kind, id))) return;
  await takeBackFrom(ctx, context, kind === 'post' ? { postId: id } : { commentId: id }, { id, postId });
}

/** A tribe was deleted: with it all that anybody has earned there, for whatever cause. */
export async function takeBackTribe(ctx: Context, { tx, occurredAt }: EventContext, tribeId: number): Promise<void> {
  await tx.totals.lock();
  if (!(await tx.deletions.add('tribe', String(tribeId)))) return;
  await tx.contributions.deleteOfTribe(tribeId);
  await clearTribe(tx, ctx, tribeId, occurredAt);
}

/** An account was deleted: the likes it gave go, and its own ledger with it. */
export async function takeBackUser(ctx: Context, context: EventContext, userId: string): Promise<void> {
  const { tx } = context;
  await tx.totals.lock();
  if (!(await tx.deletions.add('user', userId))) return;
  await takeBackFrom(ctx, context, { giverId: userId }, { id: userId, postId: null });
  await tx.contributions.deleteOfUser(userId);
  await tx.ledger.deleteOfUser(userId);
  await tx.totals.deleteOfUser(userId);
}

async function takeBackFrom(
  ctx: Context,
  { tx, occurredAt }: EventContext,
  owner: Owner,
  { id, postId }: { id: string; postId: string | null },
): Promise<void> {
  for (const { removed, before, ...bucket } of await tx.contributions.deleteOf(owner)) {
    const { userId, tribeId, kind } = bucket;
    const points = worthOf(kind, before - removed) - worthOf(kind, before);
    const cause = `${kind}_removed` as const;
    const line: NewLine = {
      userId,
      tribeId,
      points,
      cause,
      causeId: causeIdOf(id, bucket),
      postId,
      createdAt: occurredAt,
    };
    await writeLine(tx, ctx, line);
  }
}

/** One deletion takes back points of several days and tribes. */
const causeIdOf = (deletedId: string, { tribeId, day }: Bucket): string => `${deletedId}:${tribeId}:${day}`;

/** The caller's points over all tribes, and the level they reach. */
export async function readPoints({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<MyPoints> {
  return presentPoints(await store.totals.byTribe(actor.id));
}

/** The caller's points and level in every tribe of which they are an active member. */
export async function readPointsByTribe(
  { store, tribes }: Pick<Deps, 'store' | 'tribes'>,
  { id: userId }: Actor,
): Promise<PointsByTribe> {
  const [byTribe, { memberships }] = await Promise.all([
    store.totals.byTribe(userId),
    tribes.listMemberships({ userId, statuses: ['active'] }),
  ]);
  return presentPointsByTribe(memberships, byTribe);
}
