import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn, siteAdmin } from '@tribus/kit/http/routes.ts';
import { Insight, InsightQuery } from '../../api/insight.ts';
import type { Deps } from '../deps.ts';
import { readSiteInsight, readTribeInsight } from '../insight.ts';

/** Insight: numbers over time. */
export function insightRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/insight',
    {
      guards: [signedIn],
      operationId: 'readTribeInsight',
      summary: 'Numbers of a tribe over time, for its owner',
      params: TribeParams,
      query: InsightQuery,
      answer: Insight,
      errors: [403],
    },
    ({ actor, params, query }) => readTribeInsight(deps, actor, params.tribeId, query),
  );

  routes.get(
    '/admin/insight',
    {
      guards: [siteAdmin],
      operationId: 'readSiteInsight',
      summary: 'Numbers of all of Tribus over time',
      query: InsightQuery,
      answer: Insight,
    },
    ({ actor, query }) => readSiteInsight(deps, actor, query),
  );
}
