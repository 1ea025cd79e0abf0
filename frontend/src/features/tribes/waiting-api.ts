import { queryOptions, useQuery } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Tribe } from './api.ts';
import type { TribePartName } from './tribe-parts.ts';

/** A moderator's work queue. */
export type WaitingPart = Extract<TribePartName, 'requests' | 'submissions' | 'moderation'>;

/** Interval at which shown counts are fetched. */
const freshMs = 60_000;

/** The responses include the total, so the items themselves are limited to a minimum. */
const one = { limit: 1 } as const;
export const facesShown = 5;

/** The number of join requests, and the first of them. */
export const requestsWaitingQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.tribe.requestsWaiting(tribeId),
    queryFn: ({ signal }) =>
      http.get('/tribes/{tribeId}/members/pending', { path: { tribeId }, query: { limit: facesShown }, signal }),
    refetchInterval: freshMs,
  });

/** The submissions that the viewer may review: others review the viewer's own. */
const submissionsWaitingQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.levels.waiting(tribeId),
    queryFn: async ({ signal }) => {
      const answer = await http.get('/tribes/{tribeId}/submissions/pending', { path: { tribeId }, query: one, signal });
      return answer.waiting;
    },
    refetchInterval: freshMs,
  });

const casesWaitingQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.cases.waiting(tribeId),
    queryFn: async ({ signal }) => {
      const query = { status: 'waiting', ...one } as const;
      const { waiting } = await http.get('/tribes/{tribeId}/reports', { path: { tribeId }, query, signal });
      return waiting.open + waiting.appealed;
    },
    refetchInterval: freshMs,
  });

/** Returns the pending counts for a moderator of the tribe; empty for others and at zero. */
export function useWaiting({ id, canModerate }: Pick<Tribe, 'id' | 'canModerate'>): Map<WaitingPart, number> {
  const requests = useQuery({ ...requestsWaitingQuery(id), enabled: canModerate });
  const submissions = useQuery({ ...submissionsWaitingQuery(id), enabled: canModerate });
  const cases = useQuery({ ...casesWaitingQuery(id), enabled: canModerate });
  const found: [WaitingPart, number][] = [
    ['requests', requests.data?.waiting ?? 0],
    ['submissions', submissions.data ?? 0],
    ['moderation', cases.data ?? 0],
  ];
  return new Map(found.filter(([, count]) => count > 0));
}
