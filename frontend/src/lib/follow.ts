import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { askedTogether } from './asked-together.ts';
import type { Schema } from './contract.ts';
import { http } from './http.ts';
import { updateOptimistically } from './optimistic.ts';
import { queryKeys } from './query-keys.ts';

/* Following, which several features show: menus of posts, lists of people, profiles. */

export type FollowStatus = Schema<'FollowStatus'>;

export const followQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.follow(userId),
    queryFn: ({ signal }) => http.get('/auth/users/{id}/follow/status', { path: { id: userId }, signal }),
    staleTime: 60_000,
  });

const isFollowed = askedTogether(
  async (ids) => (await http.get('/auth/me/following/among', { query: { ids: ids.join(',') } })).following,
);

/** Whether I follow somebody; a list asks for all of its people at once. */
export const isFollowedQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.isFollowed(userId),
    queryFn: () => isFollowed(userId),
    staleTime: 60_000,
  });

/** Follows or unfollows, shown at once. Resolves to the server's answer, also after the component has unmounted. */
export function useFollow(userId: string): (follow: boolean) => Promise<FollowStatus> {
  const client = useQueryClient();
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
    const answer = await updateOptimistically(client, target, follow);
    // One that is shown stays as it is, so that who was unfollowed can be followed again there.
    void client.invalidateQueries({ queryKey: queryKeys.following, refetchType: 'none' });
    return answer;
  };
}
