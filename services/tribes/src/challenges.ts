import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Challenge, ChallengeChange, Level, NewChallenge } from '../api/levels.ts';
import { challengesPerLevel } from '../limits.ts';
import { orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeLevels, findLevel, requireSameIds } from './level-editing.ts';
import { raiseQualified } from './level-up.ts';
import { deleteOrphans } from './orphan-deletion.ts';
import { presentChallenge, presentLevel } from './present-levels.ts';
import type { StoredChallenge } from './store/challenges.ts';
import type { QuizData } from './store/tables.ts';
import { emitQueue } from './submission-queue.ts';

type ChallengeDeps = Pick<Deps, 'ctx' | 'store'>;
type ChallengeIds = { tribeId: number; challengeId: string };

/** Adds a challenge at the end of a level. Members who have reached the level keep it. */
export function createChallenge(
  deps: ChallengeDeps,
  actor: Actor,
  { tribeId, levelId }: { tribeId: number; levelId: string },
  { type, title, prompt, maxScore, answerKey, data }: NewChallenge,
): Promise<Challenge> {
  return changeLevels(deps, actor, tribeId, async (tx) => {
    await findLevel(tx, tribeId, levelId);
    const others = await tx.challenges.listByLevel(levelId);
    if (others.length >= challengesPerLevel) throw errors.fail('challenge_limit');
    const quiz = quizOf(type, data ?? null, answerKey?.answers ?? null);
    const challenge: StoredChallenge = { id: deps.ctx.newId(), levelId, type, title, prompt, maxScore, ...quiz };
    await tx.challenges.insert(tribeId, challenge);
    return presentChallenge(challenge, true);
  });
}

/** Changes the fields of the request; earlier submissions keep their decisions. */
export function editChallenge(
  deps: ChallengeDeps,
  actor: Actor,
  { tribeId, challengeId }: ChallengeIds,
  change: ChallengeChange,
): Promise<Challenge> {
  return changeLevels(deps, actor, tribeId, async (tx) => {
    const { challenge: before } = orNotFound(await tx.challenges.find(tribeId, challengeId));
    const data = change.data === undefined ? before.data : change.data;
    const key = change.answerKey === undefined ? before.answerKey : (change.answerKey?.answers ?? null);
    const details = {
      title: change.title ?? before.title,
      prompt: change.prompt ?? before.prompt,
      maxScore: change.maxScore ?? before.maxScore,
      ...quizOf(before.type, data, key),
    };
    await tx.challenges.update(challengeId, details);
    return presentChallenge({ ...before, ...details }, true);
  });
}

/** Deletes a challenge; a job deletes its submissions. Points stay; members who lacked only this challenge rise. */
export function deleteChallenge(
  deps: ChallengeDeps,
  actor: Actor,
  { tribeId, challengeId }: ChallengeIds,
): Promise<void> {
  return changeLevels(deps, actor, tribeId, async (tx, tribe) => {
    const { level } = orNotFound(await tx.challenges.find(tribeId, challengeId));
    await tx.challenges.delete(challengeId);
    await tx.enqueue(deleteOrphans, {});
    emitQueue(tx, tribeId, { added: false });
    await raiseQualified(deps.ctx, tx, tribe, level);
  });
}

export function orderChallenges(
  deps: ChallengeDeps,
  actor: Actor,
  { tribeId, levelId }: { tribeId: number; levelId: string },
  ids: string[],
): Promise<Level> {
  return changeLevels(deps, actor, tribeId, async (tx) => {
    const level = await findLevel(tx, tribeId, levelId);
    const challenges = await tx.challenges.listByLevel(levelId);
    requireSameIds(
      challenges.map(({ id }) => id),
      ids,
    );
    await tx.challenges.setOrder(levelId, ids);
    return presentLevel(level, await tx.challenges.listByLevel(levelId), true);
  });
}

/** Returns the questions and the key of a quiz, which must match; neither for a manual challenge. */
function quizOf(
  type: StoredChallenge['type'],
  data: QuizData | null,
  answerKey: number[] | null,
): Pick<StoredChallenge, 'data' | 'answerKey'> {
  if (type === 'manual') return { data: null, answerKey: null };
  if (!answerKey) throw errors.fail('answer_key_required');
  if (!data || data.questions.length === 0) return { data: null, answerKey };
  const { questions } = data;
  const fits = (answer: number, index: number) => answer < (questions[index]?.choices.length ?? 0);
  if (answerKey.length !== questions.length || !answerKey.every(fits)) throw errors.fail('answer_key_mismatch');
  return { data, answerKey };
}
