import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type Tribe = Schema<'Tribe'>;
export type Level = Schema<'Level'>;
export type Challenge = Schema<'Challenge'>;
export type ChallengeState = Schema<'ChallengeState'>;
export type Progress = Schema<'Progress'>;
export type Submission = Schema<'Submission'>;
export type ReviewedSubmission = Schema<'ReviewedSubmission'>;

/** The addresses of attached files expire five minutes after they were issued, or later. */
const addressesMs = 4 * 60_000;

/** The viewer's progress. */
export const progressQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.levels.progress(tribeId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}/progress', { path: { tribeId }, signal }),
    staleTime: 0,
    refetchInterval: addressesMs,
  });

/** The submissions waiting for review, the oldest first. */
export const pendingSubmissionsQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.levels.pending(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/submissions/pending', { path: { tribeId }, query: { cursor }, signal }),
    ...cursorPages,
    staleTime: 0,
    refetchInterval: addressesMs,
  });

/** The reviewed submissions, the last decision first. */
export const decidedSubmissionsQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.levels.decided(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/submissions/decided', { path: { tribeId }, query: { cursor }, signal }),
    ...cursorPages,
    staleTime: 0,
    refetchInterval: addressesMs,
  });

/**
 * Invalidates the queries that depend on a level of the viewer: passed challenges, visible members and posts, points.
 */
export async function refreshLevel(client: QueryClient, tribeId: number): Promise<void> {
  const keys = [
    queryKeys.levels.of(tribeId),
    queryKeys.tribe.one(tribeId),
    queryKeys.feed.tribe(tribeId),
    queryKeys.vibes.tribe(tribeId),
    queryKeys.memberships,
    queryKeys.points.all,
  ];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Invalidates the levels of a tribe and the submissions to them. */
export function useRefreshLevels(tribeId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.levels.of(tribeId) });
}
