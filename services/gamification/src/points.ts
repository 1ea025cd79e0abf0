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

// Points follow what exists. Of the posts of a day (or comments, or likes received) in a tribe that still exist, as many
// count as the cap says: whatever is deleted, the points depend on the number that is left, in whichever order events
// arrive. So deleting and posting again earns nothing more, and who deletes one of twelve posts loses nothing, because
// ten are left. Every change of a sum is a line of its own in the ledger; a line is never changed (a like that is toggled
// often has lines deleted: like-lines.ts). Levels that were reached stay.

/** The event that is being applied, and the transaction of its effect. */
export interface AppliedEvent extends Pick<EventMetadata, 'id' | 'occurredAt'> {
  tx: GamificationTx;
}

/** A contribution that was given or taken back, and the event that says so. */
export interface CountableChange extends Pick<EventMetadata, 'occurredAt'> {
  change: ContributionChange;
  /** The giver or the receiver is an agent: the like does not count, but an earlier one can be taken back. */
  ofAgents: boolean;
  eventId: string;
}

/** Counts contributions and takes back likes, in their order: so many statements however many there are. */
export async function countChanges(
  ctx: Context,
  tx: GamificationTx,
  changes: readonly CountableChange[],
): Promise<void> {
  const possible = changes.filter(({ change, ofAgents }) => !(ofAgents && change.given));
  const gone = await tx.deletions.affected(possible.map(({ change }) => change.contribution));
  const left = possible.filter(({ change }) => !gone.has(change.contribution));
  if (left.length === 0) return;
  const contributions = left.map(({ change }) => change.contribution);
  await tx.totals.lock(contributions);
  const known = await tx.contributions.find(contributions);
  const tally = new Tally(known, await tx.contributions.count(bucketsOf(left, known)));
  const entries = left.map(({ change, occurredAt, ofAgents, eventId }): NewLine | LikeEntry => {
    const { kind, id, userId, tribeId, postId } = change.contribution;
    const points = tally.take(change, occurredAt, ofAgents);
    const line = { userId, tribeId, points, postId, createdAt: occurredAt };
    if (kind !== 'like') return { ...line, cause: kind, causeId: id };
    return { ...line, cause: change.given ? 'like' : 'like_removed', likeId: id, eventId };
  });
  await tx.contributions.save(tally.changed);
  await writeLines(tx, ctx, entries);
}

/** Those in which they may come to count, or have counted before. */
function bucketsOf(changes: readonly CountableChange[], known: readonly CountedContribution[]): Bucket[] {
  const dayBefore = new Map(known.map(({ contribution, day }) => [`${contribution.kind} ${contribution.id}`, day]));
  return changes.flatMap(({ change: { contribution }, occurredAt }) => {
    const { kind, id, userId, tribeId } = contribution;
    const days = new Set([dayOf(occurredAt), dayBefore.get(`${kind} ${id}`) ?? dayOf(occurredAt)]);
    return [...days].map((day) => ({ userId, tribeId, kind, day }));
  });
}

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
