import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type Insight = Schema<'Insight'>;
export type InsightCohort = Schema<'InsightCohort'>;

/** The number of days, including today. */
export const INSIGHT_DAYS = ['7', '28', '90', '365'] as const;
export type InsightDays = (typeof INSIGHT_DAYS)[number];

/**
 * The statistics of a tribe, or of all of Tribus (null); the numbers of the previous period remain visible while new
 * numbers load.
 */
export const insightQuery = (tribeId: number | null, days: InsightDays) =>
  queryOptions({
    queryKey: queryKeys.insight(tribeId, days),
    queryFn: ({ signal }) =>
      tribeId === null
        ? http.get('/admin/insight', { query: { days }, signal })
        : http.get('/tribes/{tribeId}/insight', { path: { tribeId }, query: { days }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export type PostStats = Schema<'PostStats'>;

/** The groupings of posts, in display order. */
export const POST_STATS_GROUPS = ['day', 'tribe', 'kind', 'tag', 'hour'] as const;
export type PostStatsGroup = (typeof POST_STATS_GROUPS)[number];

export const isPostStatsGroup = (value: string | null): value is PostStatsGroup =>
  POST_STATS_GROUPS.some((group) => group === value);

/**
 * The numbers of posts by group; the last four weeks without days. The previous ones remain while new ones load: their
 * items may be of another group.
 */
export const postStatsQuery = (by: PostStatsGroup, from: string | null, to: string | null) =>
  queryOptions({
    queryKey: queryKeys.postStats(by, from, to),
    queryFn: ({ signal }) => http.get('/admin/post-stats', { query: { by, from, to }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Returns a UTC day as the same calendar day in local time: charts and formatters show local days. */
export function localDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}
