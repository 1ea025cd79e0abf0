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

/** No event of the stream tells that I joined or left in another tab or on another device: asked for on coming back. */
const onComingBack = { refetchOnWindowFocus: 'always' } as const;

/** My memberships, active and pending; selectors use only the active ones. */
export const membershipsQuery = queryOptions({
  queryKey: queryKeys.memberships,
  queryFn: async ({ signal }) => (await http.get('/tribes/@me/memberships', { signal })).items,
  ...onComingBack,
});

/** A tribe and what I may do there. */
export const tribeQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.tribe.one(tribeId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}', { path: { tribeId }, signal }),
    ...onComingBack,
  });

/** The tribes whose name contains what is typed; none for nothing. */
export const tribeSearchQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.tribes.quick(q),
    queryFn: async ({ signal }) => (await http.get('/tribes', { query: { q, pageSize: 8 }, signal })).items,
    enabled: q !== '',
  });

/** How many notifications are unseen, and how many direct messages unread. */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.notifications.count,
  queryFn: ({ signal }) => http.get('/notifications/count', { signal }),
});

/** The public settings of the site. */
export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: ({ signal }) => http.get('/public/site', { signal, anonymous: true }),
  staleTime: 5 * 60_000,
});

const POLL_MS = 60_000;
/** Whoever waits comes back by themselves. */
const CLOSED_POLL_MS = 10_000;

/** Whether the site is being worked on. */
export const maintenanceQuery = {
  queryKey: queryKeys.maintenance,
  queryFn: ({ signal }: { signal: AbortSignal }) => http.get('/maintenance', { signal, anonymous: true }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { enabled: boolean } | undefined } }) =>
    state.data?.enabled ? CLOSED_POLL_MS : POLL_MS,
};
