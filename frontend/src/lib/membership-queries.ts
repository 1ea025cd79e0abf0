import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/**
 * Invalidates every query that depends on a membership. The queries of a tribe that was `left` are not fetched again at
 * once: its page is about to unmount, and the server would refuse.
 */
export function useInvalidateMemberships() {
  const client = useQueryClient();
  return (tribeId: number, left = false) => {
    const refetchType = left ? 'none' : 'active';
    return Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.memberships }),
      client.invalidateQueries({ queryKey: queryKeys.tribes.all }),
      client.invalidateQueries({ queryKey: queryKeys.tribe.one(tribeId), refetchType }),
      client.invalidateQueries({ queryKey: queryKeys.feed.tribe(tribeId), refetchType }),
      client.invalidateQueries({ queryKey: queryKeys.points.all }),
    ]);
  };
}

/**
 * Invalidates the queries that depend on the viewer's membership after it changed elsewhere. When it ended, only the
 * tribe itself is fetched again at once: it decides what this person may still see, and the rest would be refused.
 */
export function useFollowOwnMembership() {
  const client = useQueryClient();
  const invalidate = useInvalidateMemberships();
  return (tribeId: number, ended: boolean): void => {
    void invalidate(tribeId, ended);
    const others = [queryKeys.levels.of(tribeId), queryKeys.vibes.tribe(tribeId), queryKeys.chat.tribe(tribeId)];
    for (const queryKey of others) void client.invalidateQueries({ queryKey, refetchType: ended ? 'none' : 'active' });
    if (ended) void client.invalidateQueries({ queryKey: queryKeys.tribe.one(tribeId), exact: true });
  };
}
