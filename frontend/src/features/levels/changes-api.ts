import { useQueryClient } from '@tanstack/react-query';
import type { Answer, Params, Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { type OptimisticTarget, updateOptimistically } from '../../lib/optimistic.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { sortedByIds } from '../../lib/sorted-by-ids.ts';
import { configQuery } from '../../lib/tribe-levels.ts';
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

/** A decision that the viewer has begun: null before it, and after it has failed. */
export type ReviewProgress = 'sending' | 'decided' | null;

/** Decides a submission. `onProgress` is called before the lists are fetched again, also after unmounting. */
export function useReview(tribeId: number, submissionId: string, onProgress: (progress: ReviewProgress) => void) {
  const refresh = useRefreshLevels(tribeId);
  return useMutation({
    mutationFn: (body: Params<'post', '/tribes/{tribeId}/submissions/{submissionId}/review'>['body']) =>
      http.post('/tribes/{tribeId}/submissions/{submissionId}/review', { path: { tribeId, submissionId }, body }),
    onMutate: () => onProgress('sending'),
    onSuccess: () => {
      onProgress('decided');
      return refresh();
    },
    // A failure is reported at once, not after the lists.
    onError: () => {
      onProgress(null);
      void refresh();
    },
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

/** Reorders levels or challenges, shown at once, or deletes one. Changes are sent one after the other. */
export function useChangePath(tribeId: number) {
  const client = useQueryClient();
  const { queryKey } = configQuery(tribeId);
  const mutationKey = ['change-path', tribeId];
  const path: OptimisticTarget<Config | undefined, PathChange> = {
    key: queryKey,
    shownBy: [queryKey],
    read: () => client.getQueryData(queryKey),
    write: (config) => void client.setQueryData(queryKey, config),
    next: (config, change) => config && withOrder(config, change),
    // Only the last of several orders is sent, as by a key held down.
    isReplacedBy: (change, next) => subjectOf(change) !== null && subjectOf(change) === subjectOf(next),
    send: async (change, config) => {
      await sendPathChange(tribeId, change);
      return config && withOrder(config, change);
    },
  };
  return useMutation({
    mutationKey,
    mutationFn: (change: PathChange) => updateOptimistically(client, path, change),
    // An object is deleted once.
    parallel: (change) => ('ids' in change ? change : JSON.stringify(change)),
    // A fetch in between would discard the order of pending changes.
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) <= 1)
        await client.invalidateQueries({ queryKey: queryKeys.levels.of(tribeId) });
    },
  });
}

type Config = Schema<'TribeConfig'>;

/** The id of what a change reorders; null for a deletion. */
function subjectOf(change: PathChange): string | null {
  if (change.kind === 'order-levels') return change.kind;
  return change.kind === 'order-challenges' ? change.levelId : null;
}

/** Returns the levels after a change of their order; a deletion is shown once the levels are fetched again. */
function withOrder(config: Config, change: PathChange): Config {
  const { levels } = config;
  if (change.kind === 'order-levels')
    return {
      ...config,
      levels: sortedByIds(levels, change.ids).map((level, index) => ({ ...level, order: index + 1 })),
    };
  if (change.kind !== 'order-challenges') return config;
  const { levelId, ids } = change;
  return {
    ...config,
    levels: levels.map((level) =>
      level.id === levelId ? { ...level, challenges: sortedByIds(level.challenges, ids) } : level,
    ),
  };
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
