import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { FeedPreview, WaitingPosts } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { countWaitingPosts, previewFeed } from '../feed-facts.ts';

/** Before the routes of single posts: these words are no ids. */
export function feedFactRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/posts/waiting',
    {
      guards: [signedIn],
      operationId: 'countWaitingPosts',
      summary: "Posts above the caller's level",
      params: TribeParams,
      answer: WaitingPosts,
      errors: [403],
    },
    ({ actor, params: { tribeId } }) => countWaitingPosts(deps, actor, tribeId),
  );

  routes.get(
    '/tribes/:tribeId/posts/preview',
    {
      guards: [signedIn],
      operationId: 'previewPosts',
      summary: 'A feed as outsiders see it',
      params: TribeParams,
      answer: FeedPreview,
    },
    ({ actor, params: { tribeId } }) => previewFeed(deps, actor, tribeId),
  );
}
