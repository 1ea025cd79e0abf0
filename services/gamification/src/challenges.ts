import type { Context } from '@tribus/kit/core/context.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import type { BatchedEvent } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import type { SubmissionReopened, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import { challengePointsPerDay, challengePointsPerWeek, challengeWeekDays } from '../limits.ts';
import { writeLines } from './ledger.ts';
import type { NewLine } from './ledger-draft.ts';
import type { AppliedEvent } from './points.ts';
import type { GamificationTx } from './store/store.ts';
import type { TotalKey } from './store/totals.ts';
import { dayOf } from './tally.ts';

// A challenge gives its points once to each person, with the first approved submission. They are revoked when that
// approval is revoked, and given again with the next. They outlive a deleted challenge, because they were earned.
// Decisions may be applied in another order than they were made: a failed one follows when it is replayed.

/** A decision about a submission, or its revocation. */
export type Decision = { reviewed: SubmissionReviewed } | { reopened: SubmissionReopened };

type DecisionEvent = BatchedEvent<Decision, InTransaction<GamificationTx>>;

/** Applies decisions in order. All their users are locked first, because decisions of several tribes share a limit. */
export async function applyDecisions(ctx: Context, decisions: readonly DecisionEvent[]): Promise<void> {
  const changing = decisions.filter(({ event }) => 'reopened' in event || givesPoints(event.reviewed));
  const [first] = changing;
  if (!first) return;
  const { tx } = first.context;
  await tx.totals.lockShared();
  await tx.totals.lockChallengesOf(changing.map(({ event }) => totalOf(event).userId));
  const left: DecisionEvent[] = [];
  for (const decision of changing) if (!(await isDeleted(tx, totalOf(decision.event)))) left.push(decision);
  await tx.totals.lock(left.map(({ event }) => totalOf(event)));
  for (const { event, context, within } of left)
    await within(() =>
      'reviewed' in event
        ? awardChallenge(ctx, context, event.reviewed)
        : revokeChallenge(ctx, context, event.reopened),
    );
}

/** Agents earn none. */
const givesPoints = ({ status, userIsAgent, points }: SubmissionReviewed): boolean =>
  status === 'approved' && !userIsAgent && points > 0;

function totalOf(decision: Decision): TotalKey {
  const { userId, tribeId } = 'reviewed' in decision ? decision.reviewed : decision.reopened;
  return { userId, tribeId };
}

/** Adds the points of an approved challenge, up to the limits. */
async function awardChallenge(
  ctx: Context,
  { tx, occurredAt }: AppliedEvent,
  { tribeId, userId, challengeId, submissionId, points: full, revision }: SubmissionReviewed,
): Promise<void> {
  if (await tx.deletions.hasAny([{ kind: 'decision', id: causeIdOf(submissionId, revision) }])) return;
  const { points, ...limited } = await limitPoints(tx, { userId, tribeId }, full, occurredAt);
  const award = { userId, challengeId, tribeId, submissionId, points, revision };
  if (!(await tx.challengeAwards.insert(award))) return tx.challengeAwards.renew(award);
  const line = { userId, tribeId, points, ...limited, postId: null, createdAt: occurredAt } as const;
  await writeLines(tx, ctx, [{ ...line, cause: 'challenge', causeId: causeIdOf(submissionId, revision) }]);
}

/** Returns how many of the points the limits leave, and the limit that leaves the fewest. */
async function limitPoints(
  tx: GamificationTx,
  { userId, tribeId }: TotalKey,
  full: number,
  at: Date,
): Promise<Pick<NewLine, 'points' | 'withheld' | 'limitedBy'>> {
  // Events of different tribes arrive in any order: later ones count, too, so that no week exceeds the limit.
  const weekBefore = new Date(at.getTime() - challengeWeekDays * dayMs);
  const leftOfDay = challengePointsPerDay - (await tx.ledger.sumOfChallenges(userId, tribeId, dayOf(at)));
  const leftOfWeek = challengePointsPerWeek - (await tx.ledger.sumOfAllChallenges(userId, weekBefore));
  const points = Math.min(full, Math.max(0, Math.min(leftOfDay, leftOfWeek)));
  if (points === full) return { points };
  return { points, withheld: full - points, limitedBy: leftOfWeek < leftOfDay ? 'week' : 'tribe_day' };
}

/** Revokes the points of a submission whose approval, the revision before this one, was revoked. */
async function revokeChallenge(
  ctx: Context,
  { tx, occurredAt }: AppliedEvent,
  { tribeId, userId, challengeId, submissionId, revision }: SubmissionReopened,
): Promise<void> {
  await tx.deletions.add('decision', causeIdOf(submissionId, revision - 1));
  const points = await tx.challengeAwards.delete({ userId, challengeId, submissionId, revision });
  if (points === undefined) return;
  const line = { userId, tribeId, points: -points, postId: null, createdAt: occurredAt } as const;
  await writeLines(tx, ctx, [{ ...line, cause: 'challenge_removed', causeId: causeIdOf(submissionId, revision) }]);
}

/** The id of one decision about one submission. */
const causeIdOf = (submissionId: string, revision: number): string => `${submissionId}:${revision}`;

const isDeleted = (tx: GamificationTx, { tribeId, userId }: TotalKey): Promise<boolean> =>
  tx.deletions.hasAny([
    { kind: 'tribe', id: String(tribeId) },
    { kind: 'user', id: userId },
  ]);
