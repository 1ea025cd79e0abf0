import { queryOptions } from '@tanstack/react-query';
import { askedTogether } from './asked-together.ts';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/* Who is online, and whether I let others see that I am. */

const REFRESH_MS = 60_000;

const isOnline = askedTogether(
  async (ids) => (await http.get('/user/presence', { query: { ids: ids.join(',') } })).online,
);

/** Whether somebody is online and lets me see it; asked again every minute while it is shown. */
export const presenceQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.presence.of(userId),
    queryFn: () => isOnline(userId),
    staleTime: REFRESH_MS / 2,
    refetchInterval: REFRESH_MS,
    retry: false,
  });

/** Whether others see when I am online. */
export const presenceChoiceQuery = queryOptions({
  queryKey: queryKeys.presence.mine,
  queryFn: ({ signal }) => http.get('/auth/me/presence', { signal }),
});
