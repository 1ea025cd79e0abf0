import { TribeParams } from '@tribus/community/ids.ts';
import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { Removal } from '../../api/moderation.ts';
import { NeighboursQuery, PostNeighbours } from '../../api/neighbours.ts';
import { Post } from '../../api/post.ts';
import { PostVersions, PostVersionsQuery } from '../../api/versions.ts';
import { Announcement, CommentsLock, Feed, Pin, PostChange, PostForm, PostParams, PostsQuery } from '../../api.ts';
import { setAnnounced } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { readFeed } from '../feed.ts';
import { setCommentsLocked, setPinned } from '../pins.ts';
import { readNeighbours } from '../post-neighbours.ts';
import { editPost, readPost, removePost, viewPost } from '../posts.ts';
import { presentPost, presentPostOf, presentSelf } from '../present.ts';
import { publishPost } from '../publish-post.ts';
import { readVersions } from '../version-list.ts';

export function postRoutes(routes: Routes, deps: Deps): void {
  readRoutes(routes, deps);

  routes.post(
    '/tribes/:tribeId/posts',
    {
      guards: [signedIn],
      operationId: 'publishPost',
      summary: 'Publish a post',
      params: TribeParams,
      form: PostForm,
      answer: Post,
      status: 201,
    },
    async ({ actor, params, req }) => {
      const author = await presentSelf(deps, actor, params.tribeId);
      const { access, post } = await publishPost(deps, actor, params.tribeId, req);
      return presentPostOf(deps, access, post, author);
    },
  );

  relatedRoutes(routes, deps);
  changeRoutes(routes, deps);
  moderatorRoutes(routes, deps);
}

function readRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/posts',
    {
      guards: [anyone],
      operationId: 'listPosts',
      summary: "A tribe's posts, the newest first",
      params: TribeParams,
      query: PostsQuery,
      answer: Feed,
      errors: [401, 403],
    },
    ({ actor, params, query }) => readFeed(deps, actor, params.tribeId, query),
  );

  routes.get(
    '/tribes/:tribeId/posts/:postId',
    {
      guards: [anyone],
      operationId: 'readPost',
      summary: 'A post',
      params: PostParams,
      answer: Post,
      errors: [401, 403],
    },
    async ({ actor, params }) => {
      const { access, post } = await readPost(deps, actor, params.tribeId, params.postId);
      return presentPost(deps, access, post);
    },
  );
}

/** Routes below a single post. */
function relatedRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/posts/:postId/versions',
    {
      guards: [anyone],
      operationId: 'listPostVersions',
      summary: 'The texts of a post before its edits, the newest first',
      params: PostParams,
      query: PostVersionsQuery,
      answer: PostVersions,
      errors: [401, 403],
    },
    ({ actor, params, query }) => readVersions(deps, actor, params, query),
  );

  routes.get(
    '/tribes/:tribeId/posts/:postId/neighbours',
    {
      guards: [anyone],
      operationId: 'readPostNeighbours',
      summary: 'The posts before and after a post',
      params: PostParams,
      query: NeighboursQuery,
      answer: PostNeighbours,
      errors: [401, 403],
    },
    ({ actor, params, query }) => readNeighbours(deps, actor, params, query),
  );
}

function moderatorRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/tribes/:tribeId/posts/:postId/pin',
    {
      guards: [signedIn],
      operationId: 'pinPost',
      summary: 'Pin a post to the top of the feed',
      params: PostParams,
      body: Pin,
      answer: Post,
      errors: [409],
    },
    async ({ actor, params, body }) => {
      const { access, post } = await setPinned(deps, actor, params, body.pinned);
      return presentPost(deps, access, post);
    },
  );

  routes.put(
    '/tribes/:tribeId/posts/:postId/announcement',
    {
      guards: [signedIn],
      operationId: 'announcePost',
      summary: 'Announce a post to the members',
      params: PostParams,
      body: Announcement,
      answer: Post,
      errors: [409],
    },
    async ({ actor, params, body }) => {
      const { access, post } = await setAnnounced(deps, actor, params, body.announced);
      return presentPost(deps, access, post);
    },
  );

  routes.put(
    '/tribes/:tribeId/posts/:postId/comments-lock',
    {
      guards: [signedIn],
      operationId: 'lockComments',
      summary: 'Close or open the comments',
      params: PostParams,
      body: CommentsLock,
      answer: Post,
    },
    async ({ actor, params, body }) => {
      const { access, post } = await setCommentsLocked(deps, actor, params, body.locked);
      return presentPost(deps, access, post);
    },
  );
}

function changeRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/tribes/:tribeId/posts/:postId',
    {
      guards: [signedIn],
      operationId: 'editPost',
      summary: 'Change the text and level of a post',
      params: PostParams,
      body: PostChange,
      answer: Post,
      errors: [409],
    },
    async ({ actor, params, body }) => {
      const { access, post } = await editPost(deps, actor, params, body);
      return presentPost(deps, access, post);
    },
  );

  routes.delete(
    '/tribes/:tribeId/posts/:postId',
    {
      guards: [signedIn],
      operationId: 'deletePost',
      summary: 'Delete a post; a moderator removes it with a reason to its author',
      params: PostParams,
      body: Removal,
      bodyIsOptional: true,
      answer: Ok,
    },
    async ({ actor, params, body }) => {
      await removePost(deps, actor, params, body);
      return done;
    },
  );

  routes.post(
    '/tribes/:tribeId/posts/:postId/view',
    {
      guards: [anyone],
      operationId: 'countPostView',
      summary: 'Count a view',
      params: PostParams,
      answer: Ok,
      whileSilenced: true,
      errors: [401, 403, 409],
    },
    async ({ actor, params }) => {
      await viewPost(deps, actor, params.tribeId, params.postId);
      return done;
    },
  );
}
