import { useQueryClient } from '@tanstack/react-query';
import type { Answer, Params } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { type Challenge, type Level, refreshLevel, useRefreshLevels } from './path-api.ts';

/*
 * Changes by members and moderators to the levels of a tribe; after success or failure the affected queries are
 * invalidated.
 */

export type LevelFields = Params<'post', '/tribes/{tribeId}/levels'>['body'];
export type ChallengeFields = Params<'post', '/tribes/{tribeId}/levels/{levelId}/challenges'>['body'];
export type QuizResult = Answer<'post', '/tribes/{tribeId}/challenges/{challengeId}/submit'>;

/** Submits the answers of a quiz. `onJudged` is called before the dependent queries are invalidated. */
export function useAnswerQuiz(tribeId: number, challengeId: string, onJudged: (judgement: QuizResult) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answers: number[]) =>
      http.post('/tribes/{tribeId}/challenges/{challengeId}/submit', {
        path: { tribeId, challengeId },
        body: { answers },
      }),
    onSuccess: (judgement) => {
      onJudged(judgement);
      return refreshLevel(client, tribeId);
    },
  });
}

interface ManualAnswer {
  text: string;
  hint: string;
  file: File | null;
  /** Fraction of the file that was sent, 0..1. */
  onProgress: (share: number) => void;
}

/** Submits an answer for review, with its file if it has one. */
export function useSubmit(tribeId: number, challengeId: string) {
  const refresh = useRefreshLevels(tribeId);
  const path = { tribeId, challengeId };
  return useMutation({
    mutationFn: async ({ file, onProgress, ...body }: ManualAnswer): Promise<void> => {
      if (file)
        await http.upload('/tribes/{tribeId}/challenges/{challengeId}/submit/file', {
          path,
          form: { ...body, file },
          onProgress,
        });
      else await http.post('/tribes/{tribeId}/challenges/{challengeId}/submit', { path, body });
    },
    onSuccess: refresh,
  });
}

/** Decides a submission. */
export function useReview(tribeId: number, submissionId: string) {
  const refresh = useRefreshLevels(tribeId);
  return useMutation({
    mutationFn: (body: Params<'post', '/tribes/{tribeId}/submissions/{submissionId}/review'>['body']) =>
      http.post('/tribes/{tribeId}/submissions/{submissionId}/review', { path: { tribeId, submissionId }, body }),
    onSettled: refresh,
  });
}

/** Reopens a decided submission. */
export function useReopen(tribeId: number, submissionId: string) {
  const refresh = useRefreshLevels(tribeId);
  return useMutation({
    mutationFn: () =>
      http.post('/tribes/{tribeId}/submissions/{submissionId}/reopen', { path: { tribeId, submissionId } }),
    onSettled: refresh,
  });
}

/** Saves a level, or creates one (null). */
export function useSaveLevel(tribeId: number, level: Level | null) {
  const refresh = useRefreshLevels(tribeId);
  const path = { tribeId };
  return useMutation({
    mutationFn: async (body: LevelFields): Promise<void> => {
      if (level) await http.put('/tribes/{tribeId}/levels/{levelId}', { path: { ...path, levelId: level.id }, body });
      else await http.post('/tribes/{tribeId}/levels', { path, body });
    },
    onSuccess: refresh,
  });
}

/** Saves a challenge, or creates one (null) for a level. Its type cannot change. */
export function useSaveChallenge(tribeId: number, level: Level, challenge: Challenge | null) {
  const refresh = useRefreshLevels(tribeId);
  return useMutation({
    mutationFn: async ({ type, ...body }: ChallengeFields): Promise<void> => {
      if (challenge)
        await http.put('/tribes/{tribeId}/challenges/{challengeId}', {
          path: { tribeId, challengeId: challenge.id },
          body,
        });
      else
        await http.post('/tribes/{tribeId}/levels/{levelId}/challenges', {
          path: { tribeId, levelId: level.id },
          body: { type, ...body },
        });
    },
    onSuccess: refresh,
  });
}

type PathChange =
  | { kind: 'order-levels'; ids: string[] }
  | { kind: 'order-challenges'; levelId: string; ids: string[] }
  | { kind: 'delete-level'; levelId: string }
  | { kind: 'delete-challenge'; challengeId: string };

/** Reorders levels or challenges, or deletes one. */
export function useChangePath(tribeId: number) {
  const refresh = useRefreshLevels(tribeId);
  return useMutation({
    mutationFn: (change: PathChange): Promise<unknown> => sendPathChange(tribeId, change),
    // Reorders are sent one after another, the last one last; an object is deleted once.
    scope: { id: `levels-${tribeId}` },
    parallel: (change) => ('ids' in change ? change : JSON.stringify(change)),
    onSettled: refresh,
  });
}

function sendPathChange(tribeId: number, change: PathChange): Promise<unknown> {
  switch (change.kind) {
    case 'order-levels':
      return http.put('/tribes/{tribeId}/levels/order', { path: { tribeId }, body: { ids: change.ids } });
    case 'order-challenges': {
      const { levelId, ids } = change;
      return http.put('/tribes/{tribeId}/levels/{levelId}/challenges/order', {
        path: { tribeId, levelId },
        body: { ids },
      });
    }
    case 'delete-level':
      return http.delete('/tribes/{tribeId}/levels/{levelId}', { path: { tribeId, levelId: change.levelId } });
    case 'delete-challenge': {
      const { challengeId } = change;
      return http.delete('/tribes/{tribeId}/challenges/{challengeId}', { path: { tribeId, challengeId } });
    }
    default:
      return change satisfies never;
  }
}
