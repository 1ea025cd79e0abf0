import { type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { PostStats, PostStatsQuery } from '../../api/post-stats.ts';
import type { Deps } from '../deps.ts';
import { readPostStats } from '../post-stats.ts';

export function postStatsRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/post-stats',
    {
      guards: [siteAdmin],
      operationId: 'readPostStats',
      summary: 'Numbers of the posts of a period by day, tribe, kind, tag or hour',
      query: PostStatsQuery,
      answer: PostStats,
    },
    ({ actor, query }) => readPostStats(deps, actor, query),
  );
}
