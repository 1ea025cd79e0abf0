import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  Comment,
  CommentParams,
  Comments,
  CommentsQuery,
  NewComment,
  PostParams,
  Reaction,
  ReactionAnswer,
} from '../../api.ts';
import { addComment, readComments, removeComment } from '../comments.ts';
import type { Deps } from '../deps.ts';
import { presentComment, presentSelf } from '../present.ts';
import { reactToComment, reactToPost, toggle } from '../reactions.ts';

export function commentRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/posts/:postId/reactions',
    {
      guards: [signedIn],
      summary: 'Like, dislike, or take it back',
      params: PostParams,
      body: Reaction,
      answer: ReactionAnswer,
    },
    ({ actor, params, body }) => reactToPost(deps, actor, params, toggle(body.type)),
  );

  routes.get(
    '/tribes/:tribeId/posts/:postId/comments',
    { guards: [anyone], summary: 'The comments on a post', params: PostParams, query: CommentsQuery, answer: Comments },
    ({ actor, params, query }) => readComments(deps, actor, params, query),
  );

  routes.post(
    '/tribes/:tribeId/posts/:postId/comments',
    {
      guards: [signedIn],
      summary: 'Comment, or reply',
      params: PostParams,
      body: NewComment,
      answer: Comment,
      status: 201,
    },
    async ({ actor, params, body }) => {
      const author = await presentSelf(deps, actor, params.tribeId);
      const { reader, comment } = await addComment(deps, actor, params, body);
      return presentComment(reader, comment, author);
    },
  );

  routes.delete(
    '/tribes/:tribeId/posts/:postId/comments/:commentId',
    { guards: [signedIn], summary: 'Delete a comment with its replies', params: CommentParams, answer: Ok },
    async ({ actor, params }) => {
      await removeComment(deps, actor, params, params.commentId);
      return done;
    },
  );

  routes.post(
    '/tribes/:tribeId/posts/:postId/comments/:commentId/reactions',
    {
      guards: [signedIn],
      summary: 'Like or dislike a comment',
      params: CommentParams,
      body: Reaction,
      answer: ReactionAnswer,
    },
    ({ actor, params, body }) => reactToComment(deps, actor, params, params.commentId, toggle(body.type)),
  );
}
