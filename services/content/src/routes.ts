import { TribeParams } from '@tribus/community/ids.ts';
import { homininiId } from '@tribus/community/limits.ts';
import { anyone, Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  Activity,
  ActivityQuery,
  Feed,
  HomininiInfo,
  Post,
  PostChange,
  PostForm,
  PostParams,
  PostsQuery,
} from '../api.ts';
import { readActivity } from './activity.ts';
import type { Deps } from './deps.ts';
import { homininiInfo, readFeed } from './feed.ts';
import { editPost, readPost, removePost, viewPost } from './posts.ts';
import { presentOne, presentPost, presentSelf } from './present.ts';
import { publishPost } from './publish-post.ts';
import { commentRoutes } from './routes/comments.ts';

export function contentRoutes(deps: Deps): Routes {
  const routes = new Routes();

  routes.get(
    '/public/hominini/posts',
    { guards: [anyone], summary: 'The posts of hominini, for everybody', query: PostsQuery, answer: Feed },
    ({ actor, query }) => readFeed(deps, actor, homininiId, query),
  );

  routes.get('/public/hominini/info', { guards: [anyone], summary: 'What hominini is', answer: HomininiInfo }, () =>
    homininiInfo(deps),
  );

  routes.get(
    '/tribes/@me/activity',
    { guards: [signedIn], summary: "What others did with the caller's posts", query: ActivityQuery, answer: Activity },
    ({ actor, query }) => readActivity(deps, actor, query.limit),
  );

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
      const { writer, post } = await publishPost(deps, actor, params.tribeId, req);
      return presentPost(deps, writer, post, author);
    },
  );

  routes.get(
    '/tribes/:tribeId/posts/:postId',
    { guards: [anyone], summary: 'A post', params: PostParams, answer: Post },
    async ({ actor, params }) => {
      const { reader, post } = await readPost(deps, actor, params.tribeId, params.postId);
      return presentOne(deps, reader, post);
    },
  );

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
      const { reader, post } = await editPost(deps, actor, params, body);
      return presentOne(deps, reader, post);
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

  commentRoutes(routes, deps);
  return routes;
}
