import type { Ledger, MyPoints, PointsByTribe } from '@api/gamification';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';

/** Points come from what was just done elsewhere; they are counted a moment later. */
const freshMs = 20_000;

export const myPointsQuery = queryOptions({
  queryKey: ['points', 'mine'],
  queryFn: ({ signal }) => http.get<MyPoints>('gamification/me', { signal }),
});

/** My points in each of my tribes. */
export const pointsQuery = queryOptions({
  queryKey: ['points'],
  queryFn: async ({ signal }) => (await http.get<PointsByTribe>('gamification/me/by-tribe', { signal })).items,
  staleTime: 0,
  refetchInterval: freshMs,
});

/** Why there are points, the newest first; in one tribe, or in all. */
export const ledgerQuery = (tribeId: number | null) =>
  infiniteQueryOptions({
    queryKey: ['points', 'ledger', tribeId],
    queryFn: ({ pageParam, signal }) =>
      http.get<Ledger>('gamification/me/ledger', { query: { tribeId, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
