import { queryOptions, useQuery } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Tribe } from './api.ts';
import type { TribePartName } from './tribe-parts.ts';

/** Where a moderator decides what others wait for. */
export type WaitingPart = Extract<TribePartName, 'requests' | 'submissions' | 'moderation'>;

/** How often the counts are asked for while they are shown. */
const freshMs = 60_000;

/** The answers say how many there are; what waits is hardly asked for. */
const one = { limit: 1 } as const;
export const facesShown = 5;

/** How many ask to join, and the first of them. */
export const requestsWaitingQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.tribe.requestsWaiting(tribeId),
    queryFn: ({ signal }) =>
      http.get('/tribes/{tribeId}/members/pending', { path: { tribeId }, query: { limit: facesShown }, signal }),
    refetchInterval: freshMs,
  });

/** Answers to challenges that the viewer may review: their own are for somebody else. */
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

/** How much waits for those who moderate a tribe, where there is anything; nothing for others. */
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
