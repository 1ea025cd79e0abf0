import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Challenge, Level } from '../api/levels.ts';
import type { ChallengeState, ReviewedSubmission, Submission } from '../api/submissions.ts';
import { quizPauseMs, reopenMs } from '../limits.ts';
import type { Deps } from './deps.ts';
import { loadPresenter } from './present.ts';
import type { StoredChallenge } from './store/challenges.ts';
import type { StoredLevel } from './store/levels.ts';
import type { Member } from './store/memberships.ts';
import type { ListedSubmission, OwnState } from './store/submissions.ts';
import type { Attachment } from './store/tables.ts';
import type { TribeForViewer } from './store/tribes.ts';

export const presentLevel = (
  { levelOrder: order, ...level }: StoredLevel,
  challenges: readonly StoredChallenge[],
  withKeys: boolean,
): Level => ({ ...level, order, challenges: challenges.map((challenge) => presentChallenge(challenge, withKeys)) });

/** Presents a challenge; only moderators of the tribe receive its right answers. */
export const presentChallenge = (
  { levelId: _, answerKey, ...challenge }: StoredChallenge,
  withKeys: boolean,
): Challenge => ({
  ...challenge,
  answersCount: answerKey?.length ?? 0,
  ...(withKeys && answerKey && { answerKey: { answers: answerKey } }),
});

type UrlDeps = Pick<Deps, 'ctx' | 'urls'>;

/** A picture gets a display URL, a document a download URL; both expire. A lost attachment has none. */
function presentAttachment({ ctx, urls }: UrlDeps, attachment: Attachment | null) {
  const none = { imageUrl: null, imageLqip: null, file: null, attachmentLost: attachment?.lost ?? false };
  if (!attachment || attachment.lost) return none;
  const url = urls.urlOf(attachment.key, false, ctx.clock.now());
  const { document, lqip } = attachment;
  return document ? { ...none, file: { url, ...document } } : { ...none, imageUrl: url, imageLqip: lqip || null };
}

const presentBase = ({ ctx, urls }: UrlDeps, submission: ListedSubmission) => ({
  id: submission.id,
  challenge: {
    id: submission.challengeId,
    title: submission.title,
    type: submission.type,
    level: { order: submission.levelOrder, name: submission.levelName },
  },
  score: submission.score,
  maxScore: submission.maxScore,
  status: submission.status,
  passed: submission.passed,
  text: submission.text,
  hint: submission.hint,
  ...presentAttachment({ ctx, urls }, submission.attachment),
  note: submission.note,
  createdAt: submission.createdAt.toISOString(),
  decidedAt: submission.decidedAt?.toISOString() ?? null,
});

/** Presents one of the viewer's own submissions, without the note of a revoked decision. */
export const presentSubmission = (deps: UrlDeps, submission: ListedSubmission): Submission => ({
  ...presentBase(deps, submission),
  ...(submission.status === 'pending' && { note: '' }),
  wrong: submission.wrong,
});

/** Presents the viewer's state in a challenge. */
export function presentState(
  { ctx }: Pick<Deps, 'ctx'>,
  { challengeId, status, passed, score, maxScore, wrong, triedAt }: OwnState,
): ChallengeState {
  const retryAt = triedAt && !passed ? new Date(triedAt.getTime() + quizPauseMs) : null;
  const waits = retryAt !== null && retryAt > ctx.clock.now();
  return {
    challengeId,
    state: status === 'approved' ? (passed ? 'passed' : 'low') : status,
    score,
    maxScore,
    wrong,
    retryAt: waits ? retryAt.toISOString() : null,
  };
}

type ReviewDeps = Pick<Deps, 'ctx' | 'urls' | 'users' | 'presenter' | 'blocks' | 'store'>;

/** Presents submissions to reviewers. Every submitter is visible to them, since they moderate the tribe. */
export async function presentReviewed(
  deps: ReviewDeps,
  viewer: Actor,
  tribe: TribeForViewer,
  submissions: readonly ListedSubmission[],
): Promise<ReviewedSubmission[]> {
  const ids = new Set(submissions.flatMap(({ userId, decidedBy }) => [userId, decidedBy ?? userId]));
  const found = await deps.store.tribes.findWithMembers(tribe.tribe.id, [...ids]);
  const members = new Map((found?.members ?? []).map((member) => [member.userId, member]));
  const memberOf = (userId: string): Member => members.get(userId) ?? nobody(userId);
  const present = await loadPresenter(deps, viewer, [...ids].map(memberOf));
  const reopenable = deps.ctx.clock.now().getTime() - reopenMs;
  return submissions.flatMap((submission) => {
    const { userId, decidedBy, decidedAt } = submission;
    const user = present(tribe, memberOf(userId));
    if (!user) return [];
    const base = presentBase(deps, submission);
    const isOwn = userId === viewer.id;
    const reviewed = {
      ...base,
      user,
      challenge: { ...base.challenge, prompt: submission.prompt, minScore: submission.minScore },
      decidedBy: decidedBy === null ? null : (present(tribe, memberOf(decidedBy)) ?? null),
      canReopen: !isOwn && decidedAt !== null && decidedAt.getTime() > reopenable,
      isOwn,
    };
    return [reviewed];
  });
}

/** A site admin reviews without a membership. */
const nobody = (userId: string): Member => ({
  userId,
  status: 'rejected',
  role: 'member',
  levelOrder: 0,
  since: new Date(0),
});
