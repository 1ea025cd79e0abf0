import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { UserIdsQuery } from '../../api/presence.ts';
import { FollowedAmong, Following, FollowingQuery, FollowStatus, IdParams } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { follow, listFollowing, readFollowStatus, unfollow } from '../follows.ts';

export function followRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/auth/users/:id/follow',
    { guards: [signedIn], operationId: 'followUser', summary: 'Follow a user', params: IdParams, answer: FollowStatus },
    ({ params, actor }) => follow(deps, actor, params.id),
  );

  routes.delete(
    '/auth/users/:id/follow',
    {
      guards: [signedIn],
      operationId: 'unfollowUser',
      summary: 'Unfollow a user',
      params: IdParams,
      answer: FollowStatus,
    },
    ({ params, actor }) => unfollow(deps, actor, params.id),
  );

  routes.get(
    '/auth/users/:id/follow/status',
    {
      guards: [signedIn],
      operationId: 'readFollowStatus',
      summary: 'Whether the user follows another one',
      params: IdParams,
      answer: FollowStatus,
    },
    ({ params, actor }) => readFollowStatus(deps, actor, params.id),
  );

  routes.get(
    '/auth/me/following',
    {
      guards: [signedIn],
      operationId: 'listFollowing',
      summary: 'The followed users',
      query: FollowingQuery,
      answer: Following,
    },
    ({ query, actor }) => listFollowing(deps, actor, query),
  );

  routes.get(
    '/auth/me/following/among',
    {
      guards: [signedIn],
      operationId: 'listFollowedAmong',
      summary: 'Which of these users the user follows',
      query: UserIdsQuery,
      answer: FollowedAmong,
    },
    async ({ query, actor }) => ({ following: await deps.store.follows.among(actor.id, query.ids) }),
  );
}
