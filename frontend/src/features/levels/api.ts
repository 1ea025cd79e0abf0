import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type LedgerEntry = Schema<'LedgerEntry'>;
export type TribePoints = Schema<'TribePoints'>;

/** Interval at which my points are fetched again: they are counted a moment after the action that earns them. */
const freshMs = 20_000;

/** My points in each of my tribes. */
export const pointsQuery = queryOptions({
  queryKey: queryKeys.points.byTribe,
  queryFn: async ({ signal }) => (await http.get('/gamification/me/by-tribe', { signal })).items,
  staleTime: 0,
  refetchInterval: freshMs,
});

/** The names of my level and of the next one in each of my tribes. */
export const ownLevelsQuery = queryOptions({
  queryKey: queryKeys.points.levels,
  queryFn: async ({ signal }) => (await http.get('/tribes/@me/levels', { signal })).items,
  staleTime: 0,
});

/** The ledger of my points, the newest entry first; in one tribe, or in all. */
export const ledgerQuery = (tribeId: number | null) =>
  infiniteQueryOptions({
    queryKey: queryKeys.points.ledger(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/gamification/me/ledger', { query: { tribeId, cursor }, signal }),
    ...cursorPages,
  });
