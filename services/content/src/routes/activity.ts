import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { Activity, ActivityQuery } from '../../api.ts';
import { readActivity } from '../activity.ts';
import type { Deps } from '../deps.ts';

export function activityRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/@me/activity',
    {
      guards: [signedIn],
      operationId: 'readOwnActivity',
      summary: "Reactions to and comments on the viewer's posts",
      query: ActivityQuery,
      answer: Activity,
    },
    ({ actor, query }) => readActivity(deps, actor, query.limit),
  );
}
