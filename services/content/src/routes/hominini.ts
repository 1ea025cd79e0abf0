import { homininiId } from '@tribus/community/limits.ts';
import { anyone, type Routes } from '@tribus/kit/http/routes.ts';
import { Feed, HomininiInfo, PostsQuery } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { readFeed, readHomininiInfo } from '../feed.ts';

/** Routes for visitors without a session. */
export function homininiRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/public/hominini/posts',
    {
      guards: [anyone],
      operationId: 'listHomininiPosts',
      summary: 'The posts of hominini, for everybody',
      query: PostsQuery,
      answer: Feed,
    },
    ({ actor, query }) => readFeed(deps, actor, homininiId, query),
  );

  routes.get(
    '/public/hominini/info',
    { guards: [anyone], operationId: 'readHomininiInfo', summary: 'Hominini, for everybody', answer: HomininiInfo },
    () => readHomininiInfo(deps),
  );
}
