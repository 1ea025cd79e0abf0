import { queryOptions } from '@tanstack/react-query';
import type { Schema } from './contract.ts';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/*
 * Queries about the signed-in person and their permissions that several features use. Shared here because features do
 * not import each other; a mutation that changes one of them on the server invalidates its key.
 */

export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: ({ signal }) => http.get('/auth/me', { signal }),
});

export type Membership = Schema<'Membership'>;

/** The memberships that are active, not only requested. */
export const activeOf = (memberships: readonly Membership[]): Membership[] =>
  memberships.filter(({ status }) => status === 'active');

/**
 * The stream has no event for joining or leaving in another tab or on another device: fetched again when the window
 * regains focus.
 */
const refetchOnFocus = { refetchOnWindowFocus: 'always' } as const;

/** My memberships, active and pending; selectors use only the active ones. */
export const membershipsQuery = queryOptions({
  queryKey: queryKeys.memberships,
  queryFn: async ({ signal }) => (await http.get('/tribes/@me/memberships', { signal })).items,
  ...refetchOnFocus,
});

/** A tribe with the viewer's permissions in it. */
export const tribeQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.tribe.one(tribeId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}', { path: { tribeId }, signal }),
    ...refetchOnFocus,
  });

/** The tribes whose name contains the typed text; none for an empty one. */
export const tribeSearchQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.tribes.quick(q),
    queryFn: async ({ signal }) => (await http.get('/tribes', { query: { q, pageSize: 8 }, signal })).items,
    enabled: q !== '',
  });

/** The numbers of unseen notifications and of unread direct messages. */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.notifications.count,
  queryFn: ({ signal }) => http.get('/notifications/count', { signal }),
});

declare global {
  interface Window {
    /** The settings that public/theme.js has loaded for the first view of a visitor. */
    publicSite?: Schema<'PublicSite'>;
  }
}

/** The public settings of the site. */
export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: ({ signal }) => http.get('/public/site', { signal, anonymous: true }),
  initialData: () => globalThis.window?.publicSite,
  initialDataUpdatedAt: performance.timeOrigin,
  staleTime: 5 * 60_000,
});

const POLL_MS = 60_000;
/** A waiting page continues by itself. */
const CLOSED_POLL_MS = 10_000;

/** Whether the site is in maintenance. */
export const maintenanceQuery = {
  queryKey: queryKeys.maintenance,
  queryFn: ({ signal }: { signal: AbortSignal }) => http.get('/maintenance', { signal, anonymous: true }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { enabled: boolean } | undefined } }) =>
    state.data?.enabled ? CLOSED_POLL_MS : POLL_MS,
};
