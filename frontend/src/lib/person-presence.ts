import { queryOptions } from '@tanstack/react-query';
import { batchedLookup } from './batched-lookup.ts';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/* Who is online, and whether the viewer shares their own presence. */

const REFRESH_MS = 60_000;

const isOnline = batchedLookup(
  async (ids) => (await http.get('/user/presence', { query: { ids: ids.join(',') } })).online,
);

/** Whether a person is online and visible to the viewer; fetched every minute while shown, and on reconnecting. */
export const presenceQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.presence.of(userId),
    queryFn: () => isOnline(userId),
    staleTime: REFRESH_MS / 2,
    refetchInterval: REFRESH_MS,
    refetchOnReconnect: 'always',
    retry: false,
  });

/** Whether others see when the viewer is online. */
export const presenceChoiceQuery = queryOptions({
  queryKey: queryKeys.presence.mine,
  queryFn: ({ signal }) => http.get('/auth/me/presence', { signal }),
});
