import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { Removal } from '../../api/moderation.ts';
import { Comment, CommentParams, Comments, CommentsQuery, NewComment, PostParams } from '../../api.ts';
import { addComment, readComments, removeComment } from '../comments.ts';
import type { Deps } from '../deps.ts';
import { presentCommentOf, presentSelf } from '../present.ts';

export function commentRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/posts/:postId/comments',
    {
      guards: [anyone],
      operationId: 'listComments',
      summary: 'The comments on a post',
      params: PostParams,
      query: CommentsQuery,
      answer: Comments,
      errors: [401, 403],
    },
    ({ actor, params, query }) => readComments(deps, actor, params, query),
  );

  routes.post(
    '/tribes/:tribeId/posts/:postId/comments',
    {
      guards: [signedIn],
      operationId: 'addComment',
      summary: 'Add a comment, or a reply to one',
      params: PostParams,
      body: NewComment,
      answer: Comment,
      status: 201,
    },
    async ({ actor, params, body }) => {
      const author = await presentSelf(deps, actor, params.tribeId);
      const { access, post, comment } = await addComment(deps, actor, params, body);
      return presentCommentOf(access, post, comment, author);
    },
  );

  routes.delete(
    '/tribes/:tribeId/posts/:postId/comments/:commentId',
    {
      guards: [signedIn],
      operationId: 'deleteComment',
      summary: 'Delete a comment with its replies; a moderator removes it with a reason to its author',
      params: CommentParams,
      body: Removal,
      bodyIsOptional: true,
      answer: Ok,
    },
    async ({ actor, params, body }) => {
      await removeComment(deps, actor, params, body);
      return done;
    },
  );
}
