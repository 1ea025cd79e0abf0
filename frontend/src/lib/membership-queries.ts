import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/**
 * Invalidates every query that depends on a membership. The queries of a tribe that was `left` are not fetched again at
 * once: its page is about to unmount, and the server would refuse.
 */
export function invalidateMemberships(client: QueryClient, tribeId: number, left = false) {
  const refetchType = left ? 'none' : 'active';
  return Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.memberships }),
    client.invalidateQueries({ queryKey: queryKeys.tribes.all }),
    client.invalidateQueries({ queryKey: queryKeys.tribe.one(tribeId), refetchType }),
    client.invalidateQueries({ queryKey: queryKeys.feed.tribe(tribeId), refetchType }),
    client.invalidateQueries({ queryKey: queryKeys.points.all }),
  ]);
}

/** Returns `invalidateMemberships` of this app. */
export function useInvalidateMemberships() {
  const client = useQueryClient();
  return (tribeId: number, left = false) => invalidateMemberships(client, tribeId, left);
}
