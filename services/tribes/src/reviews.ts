import { requireModerator } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { byTime, PagedList, readPage } from '@tribus/kit/http/keyset.ts';
import { SubmissionReopened, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import type {
  PendingSubmissions,
  Review,
  ReviewedSubmission,
  ReviewedSubmissions,
  SubmissionsQuery,
} from '../api/submissions.ts';
import { reopenMs, waitingCountedMax } from '../limits.ts';
import { getTribe, lockTribe, memberOf, orNotFound, toMembershipAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { lowerUnqualified, raiseIfQualified, rewardFor } from './level-up.ts';
import { presentReviewed } from './present-levels.ts';
import type { StoredChallenge } from './store/challenges.ts';
import type { StoredLevel } from './store/levels.ts';
import type { TribesTx } from './store/store.ts';
import type { ListedSubmission } from './store/submissions.ts';
import type { StoredTribe } from './store/tribes.ts';
import { emitQueue } from './submission-queue.ts';

interface SubmissionIds {
  tribeId: number;
  submissionId: string;
}

/** A submission of another user, in the transaction that has locked its tribe. */
interface Reviewable {
  tx: TribesTx;
  tribe: StoredTribe;
  submission: ListedSubmission;
  challenge: StoredChallenge;
  level: StoredLevel;
}

/** Returns pending submissions, the oldest first; for owner, officers and site admins. */
export async function listPendingSubmissions(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  query: SubmissionsQuery,
): Promise<PendingSubmissions> {
  const tribe = await getTribe(deps, viewer, tribeId);
  requireModerator(viewer, toMembershipAccess(tribe));
  const [{ items, nextCursor }, waiting] = await Promise.all([
    readPage(deps.cursors, `submissions-pending:${tribeId}`, query, (page) =>
      deps.store.submissions.listPending(tribeId, page),
    ),
    deps.store.submissions.countForReview(tribeId, { notOf: viewer.id, max: waitingCountedMax }),
  ]);
  return { items: await presentReviewed(deps, viewer, tribe, items), nextCursor, waiting };
}

const byDecision = byTime(({ decidedAt }: { id: string; decidedAt: Date }) => decidedAt);

/** Returns submissions decided by a reviewer, the last decision first; for owner, officers and site admins. */
export async function listDecidedSubmissions(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  query: SubmissionsQuery,
): Promise<ReviewedSubmissions> {
  const tribe = await getTribe(deps, viewer, tribeId);
  requireModerator(viewer, toMembershipAccess(tribe));
  const list = new PagedList(deps.cursors, `submissions-decided:${tribeId}`, byDecision);
  const { items, nextCursor } = await list.read(query, (page) => deps.store.submissions.listDecided(tribeId, page));
  return { items: await presentReviewed(deps, viewer, tribe, items), nextCursor };
}

/** Approves or rejects; of concurrent reviews the first decides, the others get 409 `already_reviewed`. */
export async function reviewSubmission(
  deps: Deps,
  actor: Actor,
  ids: SubmissionIds,
  { action, score: requestedScore, note }: Review,
): Promise<ReviewedSubmission> {
  const isAgent = await isAgentsOwn(deps, ids);
  await changeSubmission(deps, actor, ids, async ({ tx, tribe, submission, challenge, level }) => {
    const { maxScore } = challenge;
    const status = action === 'approve' ? 'approved' : 'rejected';
    const score = requestedScore ?? (action === 'approve' ? maxScore : 0);
    if (score > maxScore) throw errors.fail('score_too_high', { max: maxScore });
    const decision = { status, score, maxScore, note, decidedAt: deps.ctx.clock.now(), decidedBy: actor.id } as const;
    const revision = await tx.submissions.decide(submission.id, decision);
    if (revision === undefined) throw errors.fail('already_reviewed');
    tx.emit(SubmissionReviewed, {
      ...aboutOf(submission),
      userIsAgent: isAgent,
      status,
      points: rewardFor((await memberOf(tx, tribe.id, submission.userId))?.role ?? 'member', level),
      revision,
      reviewedById: actor.id,
    });
    emitQueue(tx, tribe.id, { added: false });
    if (status === 'approved') await raiseIfQualified(deps.ctx, tx, tribe, level, submission.userId);
  });
  return presentOne(deps, actor, ids);
}

/**
 * Revokes a decision within a day: the submission is pending again, and an approval's points and level are revoked,
 * unless the member has risen further. Reviewers keep the note for the next decision.
 */
export async function reopenSubmission(deps: Deps, actor: Actor, ids: SubmissionIds): Promise<ReviewedSubmission> {
  await changeSubmission(deps, actor, ids, async ({ tx, tribe, submission, level }) => {
    const { id, type, status, decidedAt, userId } = submission;
    if (type === 'quiz' || status === 'pending' || !decidedAt) throw errors.fail('not_reopenable');
    if (decidedAt.getTime() + reopenMs <= deps.ctx.clock.now().getTime()) throw errors.fail('reopen_too_late');
    if (await tx.submissions.hasNewer(submission)) throw errors.fail('newer_submission');
    const revision = await tx.submissions.reopen(id);
    if (revision === undefined) throw errors.fail('not_reopenable');
    tx.emit(SubmissionReopened, { ...aboutOf(submission), revision });
    if (status === 'approved') await lowerUnqualified(tx, tribe, level, userId);
    emitQueue(tx, tribe.id, { added: false });
  });
  return presentOne(deps, actor, ids);
}

function changeSubmission(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  { tribeId, submissionId }: SubmissionIds,
  change: (found: Reviewable) => Promise<void>,
): Promise<void> {
  return store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    requireModerator(actor, toMembershipAccess(locked));
    const submission = orNotFound(await tx.submissions.find(tribeId, submissionId));
    if (submission.userId === actor.id) throw errors.fail('own_submission');
    const { challenge, level } = orNotFound(await tx.challenges.find(tribeId, submission.challengeId));
    await change({ tx, tribe: locked.tribe, submission, challenge, level });
  });
}

/** Whether the submitter is an agent, who earns no points. Called before the transaction, because it calls identity. */
async function isAgentsOwn({ store, users }: Deps, { tribeId, submissionId }: SubmissionIds): Promise<boolean> {
  const { userId } = orNotFound(await store.submissions.find(tribeId, submissionId));
  return (await users.byIds([userId])).get(userId)?.isAgent ?? false;
}

const aboutOf = ({ tribeId, id: submissionId, challengeId, userId }: ListedSubmission) => ({
  tribeId,
  submissionId,
  challengeId,
  userId,
});

async function presentOne(deps: Deps, viewer: Actor, { tribeId, submissionId }: SubmissionIds) {
  const tribe = await getTribe(deps, viewer, tribeId);
  const submission = orNotFound(await deps.store.submissions.find(tribeId, submissionId));
  const [presented] = await presentReviewed(deps, viewer, tribe, [submission]);
  return orNotFound(presented);
}
