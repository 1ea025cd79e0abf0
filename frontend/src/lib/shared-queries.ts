import { queryOptions } from '@tanstack/react-query';
import type { Schema } from './contract.ts';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/*
 * Queries about the signed-in person, and about what they may do, that several features use. They are here because features do not import each other;
 * a mutation that changes one of them on the server invalidates its key.
 */

export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: ({ signal }) => http.get('/auth/me', { signal }),
});

export type Membership = Schema<'Membership'>;

/** My memberships, active and pending; selectors use only the active ones. */
export const membershipsQuery = queryOptions({
  queryKey: queryKeys.memberships,
  queryFn: async ({ signal }) => (await http.get('/tribes/@me/memberships', { signal })).items,
});

/** A tribe and what I may do there. */
export const tribeQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.tribe.one(tribeId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}', { path: { tribeId }, signal }),
  });

/** How many notifications are unseen. */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.notifications.count,
  queryFn: async ({ signal }) => (await http.get('/notifications/count', { signal })).count,
});

/** The public settings of the site. */
export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: ({ signal }) => http.get('/public/site', { signal, anonymous: true }),
  staleTime: 5 * 60_000,
});
