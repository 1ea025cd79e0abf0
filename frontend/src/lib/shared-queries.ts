import { queryOptions } from '@tanstack/react-query';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/*
 * What almost every screen asks about the signed-in person. Shared here because features do not import each other;
 * whoever changes one of these on the server invalidates its key.
 */

export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: ({ signal }) => http.get('/auth/me', { signal }),
});

/** My memberships, active and pending; selectors use only the active ones. */
export const membershipsQuery = queryOptions({
  queryKey: queryKeys.memberships,
  queryFn: async ({ signal }) => (await http.get('/tribes/@me/memberships', { signal })).items,
});

/** How many notifications are unseen. */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.notifications.count,
  queryFn: async ({ signal }) => (await http.get('/notifications/count', { signal })).count,
});

/** What the operator has switched on. */
export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: ({ signal }) => http.get('/public/site', { signal, anonymous: true }),
  staleTime: 5 * 60_000,
});
