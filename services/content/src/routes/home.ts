import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { HomeFeed, HomeQuery } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { readHomeFeed } from '../home-feed.ts';

export function homeRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/home/feed',
    {
      guards: [signedIn],
      operationId: 'readHomeFeed',
      summary: 'The newest posts of all tribes of the viewer',
      query: HomeQuery,
      answer: HomeFeed,
    },
    ({ actor, query }) => readHomeFeed(deps, actor, query),
  );
}
