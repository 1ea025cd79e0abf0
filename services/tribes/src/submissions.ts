import { requireActiveMember } from '@tribus/community/guards.ts';
import { saveWithUploads, type UploadFile } from '@tribus/community/media-uploads.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { setIdempotencyBody } from '@tribus/kit/core/request-context.ts';
import { readForm } from '@tribus/kit/http/multipart.ts';
import type { Request } from '@tribus/kit/http/routes.ts';
import { validate } from '@tribus/kit/http/validation.ts';
import { SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import { FileSubmissionFields, type NewSubmission, type SubmitAnswer } from '../api/submissions.ts';
import { lastSubmissions, quizPauseMs, submissionFileMaxMb } from '../limits.ts';
import { getTribe, lockTribe, orNotFound } from './access.ts';
import { attachmentOf } from './attachments.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { raiseIfQualified, rewardFor } from './level-up.ts';
import { presentSubmission } from './present-levels.ts';
import type { StoredChallenge } from './store/challenges.ts';
import type { StoredLevel } from './store/levels.ts';
import type { Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { NewSubmission as NewRow } from './store/submissions.ts';
import type { Attachment } from './store/tables.ts';
import type { TribeForViewer } from './store/tribes.ts';
import { emitQueue } from './submission-queue.ts';

interface ChallengeIds {
  tribeId: number;
  challengeId: string;
}

/** A challenge open to the actor, in the transaction that has locked its tribe. */
interface OpenChallenge {
  tx: TribesTx;
  actor: Actor;
  role: Membership['role'];
  tribe: TribeForViewer['tribe'];
  challenge: StoredChallenge;
  level: StoredLevel;
}

/** The stored submission, to be re-read for the response. */
interface Submitted {
  id: string;
  levelTo: number | null;
  attachment: Attachment | null;
}

const maxFileBytes = submissionFileMaxMb * 1024 * 1024;

/** Submits to a challenge: a quiz is graded at once, a manual challenge waits for review. For active members. */
export async function submit(
  deps: Deps,
  actor: Actor,
  ids: ChallengeIds,
  { answers, text, hint }: NewSubmission,
): Promise<SubmitAnswer> {
  const submitted = await answerChallenge(deps, actor, ids, (open) => {
    if (open.challenge.type === 'quiz') return submitQuiz(deps, open, answers);
    if (answers) throw errors.fail('submission_wrong_type');
    return submitManual(deps, open, { text: text ?? '', hint, attachment: null });
  });
  return presentSubmitted(deps, ids.tribeId, submitted);
}

/** Submits a file to a manual challenge. Only the submitter and reviewers receive the file's URL. */
export async function submitFile(deps: Deps, actor: Actor, ids: ChallengeIds, req: Request): Promise<SubmitAnswer> {
  requireActiveMember(actor, (await getTribe(deps, actor, ids.tribeId)).membership);
  const submitted = await saveWithUploads(deps, actor, {
    receive: (take) => receive(take, actor, ids, req),
    save: (received, sender) =>
      answerChallenge(deps, sender, ids, (open) => {
        if (open.challenge.type === 'quiz') throw errors.fail('submission_wrong_type');
        return submitManual(deps, open, received);
      }),
    shownKeys: ({ attachment }) => (attachment ? [attachment.key] : []),
  });
  return presentSubmitted(deps, ids.tribeId, submitted);
}

async function receive(take: UploadFile, actor: Actor, ids: ChallengeIds, req: Request) {
  const about = {
    purpose: 'submission' as const,
    visibility: 'signed' as const,
    collection: '',
    ownerId: actor.id,
    maxBytes: maxFileBytes,
  };
  const limits = { maxFiles: 1, maxFileBytes, fileFields: ['file'] };
  const form = await readForm(req, limits, async (file) => attachmentOf(await take(about, file), file.name));
  const { text, hint } = validate(FileSubmissionFields, form.fields, actor.language, errors.catalogue);
  const [attachment = null] = form.files;
  setIdempotencyBody([ids, text, hint, attachment?.lqip, attachment?.document]);
  return { text, hint, attachment };
}

function answerChallenge(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  { tribeId, challengeId }: ChallengeIds,
  answer: (open: OpenChallenge) => Promise<Submitted>,
): Promise<Submitted> {
  return store.transaction(async (tx) => {
    const { tribe, membership } = await lockTribe(tx, actor, tribeId);
    const { levelOrder, role } = requireActiveMember(actor, membership);
    const { challenge, level } = orNotFound(await tx.challenges.find(tribeId, challengeId));
    if (level.levelOrder > levelOrder + 1) throw errors.fail('level_not_open');
    const states = await tx.submissions.statesOfMember(tribeId, actor.id);
    if (states.some((state) => state.challengeId === challengeId && state.passed))
      throw errors.fail('challenge_passed');
    return answer({ tx, actor, role, tribe, challenge, level });
  });
}

async function submitQuiz({ ctx }: Deps, open: OpenChallenge, answers: number[] | undefined): Promise<Submitted> {
  const { tx, actor, role, tribe, challenge, level } = open;
  const key = challenge.answerKey ?? [];
  if (answers?.length !== key.length) throw errors.fail('answers_count');
  const now = ctx.clock.now();
  const lastTry = await tx.quizAttempts.begin(challenge.id, actor.id, now, quizPauseMs);
  if (lastTry) {
    const seconds = Math.max(1, Math.ceil((lastTry.getTime() + quizPauseMs - now.getTime()) / 1000));
    throw errors.fail('quiz_pause', { seconds }, { retryAfter: seconds });
  }
  const { wrong, score, isApproved } = judge(key, answers, challenge.maxScore, level.minScore);
  const status = isApproved ? 'approved' : 'rejected';
  const row = { ...rowOf(open, ctx.newId(), now), status, score, wrong, decidedAt: now } as const;
  await tx.submissions.insert(row);
  // No list shows more of them.
  if (!isApproved) await tx.quizAttempts.deleteOld(row, lastSubmissions);
  tx.emit(SubmissionReviewed, {
    tribeId: tribe.id,
    submissionId: row.id,
    challengeId: challenge.id,
    userId: actor.id,
    userIsAgent: actor.isAgent,
    status,
    points: rewardFor(role, level),
    revision: 0,
    reviewedById: '',
  });
  const levelTo = isApproved ? await raiseIfQualified(ctx, tx, tribe, level, actor.id) : null;
  return { id: row.id, levelTo, attachment: null };
}

/** Returns the score for the share of right answers, and whether it passes (decisions.md 3). */
export function judge(key: readonly number[], answers: readonly number[], maxScore: number, minScore: number) {
  const wrong = [...key.keys()].filter((index) => answers[index] !== key[index]);
  const right = key.length - wrong.length;
  const score = Math.round((right * maxScore) / key.length);
  return { wrong, score, isApproved: right * 100 >= minScore * key.length };
}

async function submitManual(
  { ctx }: Deps,
  open: OpenChallenge,
  { text, hint, attachment }: { text: string; hint: string; attachment: Attachment | null },
): Promise<Submitted> {
  if (text === '' && !attachment) throw errors.fail('submission_empty');
  const { tx, tribe } = open;
  const row = { ...rowOf(open, ctx.newId(), ctx.clock.now()), text, hint, attachment };
  if (!(await tx.submissions.insert(row))) throw errors.fail('already_submitted');
  emitQueue(tx, tribe.id, { added: true, authorId: row.userId });
  return { id: row.id, levelTo: null, attachment };
}

const rowOf = ({ actor, tribe, challenge }: OpenChallenge, id: string, createdAt: Date): NewRow => ({
  id,
  tribeId: tribe.id,
  challengeId: challenge.id,
  userId: actor.id,
  status: 'pending',
  score: null,
  maxScore: challenge.maxScore,
  text: '',
  hint: '',
  attachment: null,
  wrong: [],
  createdAt,
  decidedAt: null,
});

async function presentSubmitted(deps: Deps, tribeId: number, { id, levelTo }: Submitted): Promise<SubmitAnswer> {
  const submission = orNotFound(await deps.store.submissions.find(tribeId, id));
  return { submission: presentSubmission(deps, submission), levelTo };
}
