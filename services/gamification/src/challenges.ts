import type { Context } from '@tribus/kit/core/context.ts';
import type { SubmissionReopened, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import { challengePointsPerDay } from '../limits.ts';
import { writeLines } from './ledger.ts';
import type { AppliedEvent } from './points.ts';
import { dayOf } from './tally.ts';

// A challenge gives its points once to each person, with the first approved submission. They are revoked when that
// approval is revoked, and given again with the next. They outlive a deleted challenge, because they were earned.

/** Adds the points of an approved challenge, up to the day's limit. Agents earn none. */
export async function awardChallenge(
  ctx: Context,
  { tx, occurredAt }: AppliedEvent,
  { tribeId, userId, userIsAgent, challengeId, submissionId, status, points: full, revision }: SubmissionReviewed,
): Promise<void> {
  if (status !== 'approved' || userIsAgent || full === 0) return;
  await tx.totals.lockShared();
  if (await isDeleted(tx, tribeId, userId)) return;
  await tx.totals.lock([{ userId, tribeId }]);
  const earned = await tx.ledger.sumOfChallenges(userId, tribeId, dayOf(occurredAt));
  const points = Math.min(full, Math.max(0, challengePointsPerDay - earned));
  if (!(await tx.challengeAwards.insert({ userId, challengeId, tribeId, submissionId, points }))) return;
  const line = { userId, tribeId, points, postId: null, createdAt: occurredAt } as const;
  await writeLines(tx, ctx, [{ ...line, cause: 'challenge', causeId: causeIdOf(submissionId, revision) }]);
}

/** Revokes the points of a submission whose approval was revoked. */
export async function revokeChallenge(
  ctx: Context,
  { tx, occurredAt }: AppliedEvent,
  { tribeId, userId, challengeId, submissionId, revision }: SubmissionReopened,
): Promise<void> {
  await tx.totals.lockShared();
  if (await isDeleted(tx, tribeId, userId)) return;
  await tx.totals.lock([{ userId, tribeId }]);
  const points = await tx.challengeAwards.delete({ userId, challengeId, submissionId });
  if (points === undefined) return;
  const line = { userId, tribeId, points: -points, postId: null, createdAt: occurredAt } as const;
  await writeLines(tx, ctx, [{ ...line, cause: 'challenge_removed', causeId: causeIdOf(submissionId, revision) }]);
}

/** The id of one decision about one submission. */
const causeIdOf = (submissionId: string, revision: number): string => `${submissionId}:${revision}`;

const isDeleted = (tx: AppliedEvent['tx'], tribeId: number, userId: string): Promise<boolean> =>
  tx.deletions.hasAny([
    { kind: 'tribe', id: String(tribeId) },
    { kind: 'user', id: userId },
  ]);
