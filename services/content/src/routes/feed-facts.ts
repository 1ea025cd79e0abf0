import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { FeedPreview, WaitingPosts } from '../../api/feed-facts.ts';
import type { Deps } from '../deps.ts';
import { countWaitingPosts, previewFeed } from '../feed-facts.ts';

/** Registered before the routes of single posts, because these paths are not ids. */
export function feedFactRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/posts/waiting',
    {
      guards: [signedIn],
      operationId: 'countWaitingPosts',
      summary: "Number of posts above the viewer's level",
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
      summary: 'Preview of a feed for non-members',
      params: TribeParams,
      answer: FeedPreview,
    },
    ({ actor, params: { tribeId } }) => previewFeed(deps, actor, tribeId),
  );
}
