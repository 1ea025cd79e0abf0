import type { PublicSite, User } from '@api/identity';
import type { NotificationCount } from '@api/messaging';
import type { Memberships } from '@api/tribes';
import { queryOptions } from '@tanstack/react-query';
import { http } from './http.ts';

/*
 * What almost every screen asks about the signed-in person. Shared here because features do not import each other;
 * whoever changes one of these on the server invalidates its key.
 */

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => http.get<User>('auth/me', { signal }),
});

/** My memberships, active and pending; selectors use only the active ones. */
export const membershipsQuery = queryOptions({
  queryKey: ['memberships'],
  queryFn: async ({ signal }) => (await http.get<Memberships>('tribes/@me/memberships', { signal })).items,
});

/** How many notifications are unseen. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  queryFn: async ({ signal }) => (await http.get<NotificationCount>('notifications/count', { signal })).count,
});

/** What the operator has switched on. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => http.get<PublicSite>('public/site', { signal, anonymous: true }),
  staleTime: 5 * 60_000,
});
