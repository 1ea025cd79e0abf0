import { TribeParams } from '@tribus/community/ids.ts';
import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { Feed, Post, PostChange, PostForm, PostParams, PostsQuery } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { readFeed } from '../feed.ts';
import { editPost, readPost, removePost, viewPost } from '../posts.ts';
import { presentPost, presentPostOf, presentSelf } from '../present.ts';
import { publishPost } from '../publish-post.ts';

export function postRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/posts',
    {
      guards: [anyone],
      summary: "A tribe's posts, the newest first",
      params: TribeParams,
      query: PostsQuery,
      answer: Feed,
    },
    ({ actor, params, query }) => readFeed(deps, actor, params.tribeId, query),
  );

  routes.post(
    '/tribes/:tribeId/posts',
    { guards: [signedIn], summary: 'Publish a post', params: TribeParams, form: PostForm, answer: Post, status: 201 },
    async ({ actor, params, req }) => {
      const author = await presentSelf(deps, actor, params.tribeId);
      const { access, post } = await publishPost(deps, actor, params.tribeId, req);
      return presentPostOf(deps, access, post, author);
    },
  );

  routes.get(
    '/tribes/:tribeId/posts/:postId',
    { guards: [anyone], summary: 'A post', params: PostParams, answer: Post },
    async ({ actor, params }) => {
      const { access, post } = await readPost(deps, actor, params.tribeId, params.postId);
      return presentPost(deps, access, post);
    },
  );

  changeRoutes(routes, deps);
}

function changeRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/tribes/:tribeId/posts/:postId',
    {
      guards: [signedIn],
      summary: 'Change the text of a post, and who may see it',
      params: PostParams,
      body: PostChange,
      answer: Post,
    },
    async ({ actor, params, body }) => {
      const { access, post } = await editPost(deps, actor, params, body);
      return presentPost(deps, access, post);
    },
  );

  routes.delete(
    '/tribes/:tribeId/posts/:postId',
    { guards: [signedIn], summary: 'Delete a post', params: PostParams, answer: Ok },
    async ({ actor, params }) => {
      await removePost(deps, actor, params.tribeId, params.postId);
      return done;
    },
  );

  routes.post(
    '/tribes/:tribeId/posts/:postId/view',
    { guards: [anyone], summary: 'Count a view', params: PostParams, answer: Ok },
    async ({ actor, params }) => {
      await viewPost(deps, actor, params.tribeId, params.postId);
      return done;
    },
  );
}
