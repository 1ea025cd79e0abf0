import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { CommentParams, PostParams, Reaction, ReactionAnswer } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { reactToComment, reactToPost, toggle } from '../reactions.ts';

export function reactionRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/posts/:postId/reactions',
    {
      guards: [signedIn],
      operationId: 'reactToPost',
      summary: 'Like or dislike a post, or undo it',
      params: PostParams,
      body: Reaction,
      answer: ReactionAnswer,
    },
    ({ actor, params, body }) => reactToPost(deps, actor, params, toggle(body.type)),
  );

  routes.post(
    '/tribes/:tribeId/posts/:postId/comments/:commentId/reactions',
    {
      guards: [signedIn],
      operationId: 'reactToComment',
      summary: 'Like or dislike a comment, or undo it',
      params: CommentParams,
      body: Reaction,
      answer: ReactionAnswer,
    },
    ({ actor, params, body }) => reactToComment(deps, actor, params, params.commentId, toggle(body.type)),
  );
}
