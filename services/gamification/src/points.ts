import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { MyPoints, PointsByTribe } from '../api.ts';
import type { ContributionChange } from './contributions.ts';
import type { Deps } from './deps.ts';
import { writeLines } from './ledger.ts';
import type { NewLine } from './ledger-draft.ts';
import type { LikeEntry } from './like-lines.ts';
import { presentPoints, presentPointsByTribe } from './present.ts';
import type { Bucket, CountedContribution } from './store/contributions.ts';
import type { GamificationTx } from './store/store.ts';
import { dayOf, Tally } from './tally.ts';

// Points follow existing contributions. Of the posts (or comments, or likes received) of a day in a tribe that still
// exist, as many count as the daily cap allows: points depend only on the number of existing ones, in any order of
// events. So deleting and posting again earns no more, and deleting one of twelve posts costs no points, because ten
// are left. Every change of a sum is a ledger line of its own; lines are immutable (except that lines of a repeatedly
// toggled like are deleted: like-lines.ts). Reached levels stay.

/** The event being applied, and its transaction. */
export interface AppliedEvent extends Pick<EventMetadata, 'id' | 'occurredAt'> {
  tx: GamificationTx;
}

/** A new or removed contribution, with its event. */
export interface CountableChange extends Pick<EventMetadata, 'occurredAt'> {
  change: ContributionChange;
  /** The giver or the receiver is an agent: the like does not count, but an earlier one can be removed. */
  ofAgents: boolean;
  eventId: string;
}

/** Counts new contributions and removed likes, in order. The number of statements does not depend on their number. */
export async function countChanges(
  ctx: Context,
  tx: GamificationTx,
  changes: readonly CountableChange[],
): Promise<void> {
  const possible = changes.filter(({ change, ofAgents }) => !(ofAgents && change.isAdded));
  const deleted = await tx.deletions.affected(possible.map(({ change }) => change.contribution));
  const left = possible.filter(({ change }) => !deleted.has(change.contribution));
  if (left.length === 0) return;
  const contributions = left.map(({ change }) => change.contribution);
  await tx.totals.lock(contributions);
  const known = await tx.contributions.find(contributions);
  const tally = new Tally(known, await tx.contributions.count(bucketsOf(left, known)));
  const entries = left.map(({ change, occurredAt, ofAgents, eventId }): NewLine | LikeEntry => {
    const { kind, id, userId, tribeId, postId } = change.contribution;
    const points = tally.apply(change, occurredAt, ofAgents);
    const line = { userId, tribeId, points, postId, createdAt: occurredAt };
    if (kind !== 'like') return { ...line, cause: kind, causeId: id };
    return { ...line, cause: change.isAdded ? 'like' : 'like_removed', likeId: id, eventId };
  });
  await tx.contributions.save(tally.changed);
  await writeLines(tx, ctx, entries);
}

/** Returns the buckets in which the contributions may count, or already count. */
function bucketsOf(changes: readonly CountableChange[], known: readonly CountedContribution[]): Bucket[] {
  const dayBefore = new Map(known.map(({ contribution, day }) => [`${contribution.kind} ${contribution.id}`, day]));
  return changes.flatMap(({ change: { contribution }, occurredAt }) => {
    const { kind, id, userId, tribeId } = contribution;
    const days = new Set([dayOf(occurredAt), dayBefore.get(`${kind} ${id}`) ?? dayOf(occurredAt)]);
    return [...days].map((day) => ({ userId, tribeId, kind, day }));
  });
}

/** Returns the actor's points over all tribes, and the level for them. */
export async function readPoints({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<MyPoints> {
  return presentPoints(await store.totals.byTribe(actor.id));
}

/** Returns the actor's points and level in every tribe of which they are an active member. */
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
