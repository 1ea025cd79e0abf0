import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { batchedLookup } from './batched-lookup.ts';
import type { Schema } from './contract.ts';
import { http } from './http.ts';
import { updateOptimistically } from './optimistic.ts';
import { queryKeys } from './query-keys.ts';
import { useMe } from './session.ts';

/* Following, used by several features: menus of posts, lists of people, profiles. */

export type FollowStatus = Schema<'FollowStatus'>;

export const followQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.follow(userId),
    queryFn: ({ signal }) => http.get('/auth/users/{id}/follow/status', { path: { id: userId }, signal }),
    staleTime: 60_000,
  });

const isFollowed = batchedLookup(
  async (ids) => (await http.get('/auth/me/following/among', { query: { ids: ids.join(',') } })).following,
);

/** Whether the viewer follows a person; the people of a list share one request. */
export const isFollowedQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.isFollowed(userId),
    queryFn: () => isFollowed(userId),
    staleTime: 60_000,
  });

/** Follows or unfollows, shown at once. Resolves to the server's response, also after the component has unmounted. */
export function useFollow(userId: string): (follow: boolean) => Promise<FollowStatus> {
  const client = useQueryClient();
  const me = useMe();
  const status = followQuery(userId).queryKey;
  const isOne = isFollowedQuery(userId).queryKey;
  const profile = queryKeys.profile(userId);
  const path = { id: userId };
  const target = {
    key: status,
    shownBy: [status, isOne, profile],
    read: () =>
      client.getQueryData(status) ??
      client.getQueryData<FollowStatus>(profile) ?? {
        following: client.getQueryData(isOne) ?? false,
        followersCount: 0,
        followingCount: 0,
      },
    write: (next: FollowStatus) => {
      client.setQueryData(status, next);
      client.setQueryData(isOne, next.following);
      client.setQueryData(profile, (shown: object | undefined) => shown && { ...shown, ...next });
    },
    next: (before: FollowStatus, following: boolean): FollowStatus => ({
      ...before,
      following,
      followersCount: before.followersCount + Number(following) - Number(before.following),
    }),
    send: (follow: boolean) =>
      follow ? http.post('/auth/users/{id}/follow', { path }) : http.delete('/auth/users/{id}/follow', { path }),
  };
  return async (follow) => {
    const response = await updateOptimistically(client, target, follow);
    // A list on the screen keeps its items, so that an unfollowed person can be followed again there.
    void client.invalidateQueries({ queryKey: queryKeys.following, refetchType: 'none' });
    // It shows how many people the viewer follows.
    if (me) void client.invalidateQueries({ queryKey: queryKeys.profile(me.id) });
    return response;
  };
}
