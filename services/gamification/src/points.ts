import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { PointsAwarded } from '@tribus/proto/gamification/v1/events.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { MyPoints, PointsByTribe } from '../api.ts';
import { dailyCaps, pointsFor } from '../limits.ts';
import type { Contribution, ContributionKind, LikeChange } from './contributions.ts';
import { levelFor, thresholds } from './levels.ts';
import { writeLikeLine } from './like-lines.ts';
import {
  addContribution,
  type Bucket,
  countStanding,
  forgetTribe,
  forgetUser,
  isGone,
  likeBalance,
  noteGone,
  ofComment,
  ofGiver,
  ofPost,
  removeContributions,
  setLikeBalance,
} from './store/contributions.ts';
import {
  addLine,
  clearTotals,
  forgetLedger,
  type LedgerStore,
  lockCounting,
  type NewLine,
  writeLines,
} from './store/ledger.ts';
import type { GamificationDb } from './store/tables.ts';

// Points follow what exists. Of the posts of a day (or comments, or likes received) in a tribe that still exist, as many
// count as the cap says: whatever is deleted, the points go with the number that stays, in whichever order it is heard.
// So deleting and posting again earns nothing more, and who deletes one of twelve posts loses nothing, because ten are
// left. Every change of a sum is a line of its own in the ledger; a line is never changed
// (a like that is toggled often has lines taken out: like-lines.ts). Levels that were reached stay.

type EventContext = InTransaction<GamificationDb>;

/** What so many of a kind are worth, made on one day in one tribe. */
export const worthOf = (kind: ContributionKind, membership: number): number =>
  pointsFor[kind] * Math.min(dailyCaps[kind], membership);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A post or a comment is there. */
export async function countContribution(
  ctx: Context,
  heard: EventContext,
  about: Contribution | undefined,
): Promise<void> {
  if (!about) return;
  const { tx, occurredAt: at } = heard;
  await lockCounting(tx);
  const day = dayOf(at);
  if ((await isGone(tx, about)) || !(await addContribution(tx, about, day))) return;
  const after = await countStanding(tx, { ...about, day });
  const { kind, id: causeId, userId, tribeId, postId } = about;
  const points = worthOf(kind, after) - worthOf(kind, after - 1);
  await awardPoints(ctx, heard, { userId, tribeId, points, cause: kind, causeId, postId, at });
}

/**
 * A like was given or taken back. One that is taken back before it is heard of counts as none when it comes. `ofAgents`:
 * the giver or the receiver is an agent; then none is counted, but one from before can be taken back.
 */
export async function changeLike(
  ctx: Context,
  heard: EventContext,
  { like, given }: LikeChange,
  ofAgents: boolean,
): Promise<void> {
  const { tx, occurredAt: at, id: eventId } = heard;
  await lockCounting(tx);
  if (await isGone(tx, like)) return;
  const known = await likeBalance(tx, like);
  if (ofAgents && (given || !known)) return;
  const before = known?.balance ?? 0;
  const balance = before + (given ? 1 : -1);
  const stood = before > 0;
  // It counts on the day it was given; what stands keeps its day.
  const day = stood && known ? known.day : dayOf(at);
  await setLikeBalance(tx, like, day, balance);
  const stands = balance > 0;
  if (stood === stands) return;
  const after = await countStanding(tx, { ...like, day });
  const points = worthOf('like', after) - worthOf('like', after + (stands ? -1 : 1));
  if (points === 0) return;
  const { id, userId, tribeId, postId } = like;
  const line = { userId, tribeId, points, cause: given ? 'like' : 'like_removed', postId, at } as const;
  const total = await writeLikeLine(ctx, tx, id, line, eventId);
  if (total !== undefined) emitAwarded(tx, line, total);
}

/** A post was deleted with its comments, or a comment; and the likes of all that. */
export async function takeBack(
  ctx: Context,
  heard: EventContext,
  gone: { kind: 'post' | 'comment'; id: string; postId: string },
): Promise<void> {
  const { tx } = heard;
  await lockCounting(tx);
  if (!(await noteGone(tx, gone.kind, gone.id))) return;
  await takeBackWhere(ctx, heard, gone.kind === 'post' ? ofPost(gone.id) : ofComment(gone.id), gone);
}

/** A tribe was deleted: with it all that anybody has earned there, by whatever cause. */
export async function takeBackTribe(
  ctx: Context,
  { tx, occurredAt: at }: EventContext,
  tribeId: number,
): Promise<void> {
  await lockCounting(tx);
  if (!(await noteGone(tx, 'tribe', String(tribeId)))) return;
  await forgetTribe(tx, tribeId);
  const lines = (await clearTotals(tx, tribeId)).map(({ userId, points }): NewLine => {
    return { userId, tribeId, points: -points, cause: 'tribe_removed', causeId: String(tribeId), postId: null, at };
  });
  await writeLines(tx, () => ctx.newId(), lines);
  for (const line of lines) emitAwarded(tx, line, 0);
}

/** An account was deleted: the likes it gave go, and its own ledger with it. */
export async function takeBackUser(ctx: Context, heard: EventContext, userId: string): Promise<void> {
  const { tx } = heard;
  await lockCounting(tx);
  if (!(await noteGone(tx, 'user', userId))) return;
  await takeBackWhere(ctx, heard, ofGiver(userId), { id: userId, postId: null });
  await forgetUser(tx, userId);
  await forgetLedger(tx, userId);
}

async function takeBackWhere(
  ctx: Context,
  heard: EventContext,
  condition: ReturnType<typeof ofPost>,
  { id, postId }: { id: string; postId: string | null },
): Promise<void> {
  for (const { removed, before, ...bucket } of await removeContributions(heard.tx, condition)) {
    const { userId, tribeId, kind } = bucket;
    const points = worthOf(kind, before - removed) - worthOf(kind, before);
    const line = { userId, tribeId, points, cause: `${kind}_removed`, causeId: causeOf(id, bucket) } as const;
    await awardPoints(ctx, heard, { ...line, postId, at: heard.occurredAt });
  }
}

/** One deletion takes back in several days and tribes. */
const causeOf = (goneId: string, { tribeId, day }: Bucket): string => `${goneId}:${tribeId}:${day}`;

/** Writes a line and says so, if it changes anything. */
async function awardPoints(ctx: Context, { tx }: EventContext, line: NewLine): Promise<void> {
  if (line.points === 0) return;
  const total = await addLine(tx, ctx.newId(), line);
  if (total !== undefined) emitAwarded(tx, line, total);
}

function emitAwarded(
  tx: EventContext['tx'],
  { tribeId, userId, points, cause }: Omit<NewLine, 'causeId'>,
  total: number,
): void {
  tx.emit(PointsAwarded, { tribeId, userId, points, cause, total });
}

/** The sum over all tribes and the level it reaches. */
export async function pointsOf(store: LedgerStore, userId: string): Promise<MyPoints> {
  const byTribe = await store.pointsByTribe(userId);
  const points = [...byTribe.values()].reduce((sum, each) => sum + each, 0);
  return { points, level: levelFor(points), thresholds };
}

/** Every tribe the person is active in, with points and the level they hold there. */
export async function pointsInTribes(
  store: LedgerStore,
  tribes: Calls<TribesServiceService>,
  userId: string,
): Promise<PointsByTribe> {
  const [points, { memberships }] = await Promise.all([
    store.pointsByTribe(userId),
    tribes.listMemberships({ userId, statuses: ['active'] }),
  ]);
  const items = memberships.flatMap(({ tribe, membership }) =>
    tribe && membership
      ? [
          {
            tribeId: tribe.id,
            tribeName: tribe.name,
            points: points.get(tribe.id) ?? 0,
            level: membership.levelOrder,
            thresholds,
          },
        ]
      : [],
  );
  return { items };
}
