import { anyone, type Routes } from '@tribus/kit/http/routes.ts';
import { UserPosts, UserPostsQuery } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { readUserPosts } from '../user-posts.ts';

export function userPostRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/user/posts',
    {
      guards: [anyone],
      operationId: 'listUserPosts',
      summary: "The viewer's posts, or another user's",
      query: UserPostsQuery,
      answer: UserPosts,
      errors: [401],
    },
    ({ actor, query }) => readUserPosts(deps, actor, query),
  );
}
