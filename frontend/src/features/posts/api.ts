import { commentsPageSize, feedPageSize } from '@limits/content';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { Answer, Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { updateOptimistically } from '../../lib/optimistic.ts';
import { cursorPages, findInPages, pagesBy, patchInPages } from '../../lib/pages.ts';
import type { PostDraft } from '../../lib/post-sending.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Removal } from '../../lib/removal.ts';
import { session } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { type Reactable, type ReactionType, withReaction } from './reactions.ts';

/** Posts of several tribes include the tribe of each; those of the home page also the reason. */
export type Post = Schema<'Post'> & Partial<Pick<Schema<'HomePost'>, 'tribe' | 'reason'>>;
export type PostImage = Schema<'PostImage'>;
export type PostVideo = Schema<'PostVideo'>;
export type Comment = Schema<'Comment'>;
type Comments = Answer<'get', '/tribes/{tribeId}/posts/{postId}/comments'>;

/** A tribe's posts, the newest first. */
export const feedQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.feed.tribe(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/posts', { path: { tribeId }, query: { limit: feedPageSize, cursor }, signal }),
    ...cursorPages,
  });

/** The posts of a person in all tribes, or in one; no `kinds` means all. */
export const userFeedQuery = (userId: string, kinds: string, tribeId: number | null, limit: number = feedPageSize) =>
  infiniteQueryOptions({
    queryKey: queryKeys.feed.user(userId, kinds, tribeId, limit),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { userId, kinds: kinds || null, tribeId, limit, cursor };
      const { posts, nextCursor } = await http.get('/user/posts', { query, signal });
      return { items: posts, nextCursor };
    },
    ...cursorPages,
  });

/** Whether a person has vibes or clips that the viewer may see. */
export const hasVibesQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.hasVibes(userId),
    queryFn: async ({ signal }) => {
      const { posts } = await http.get('/user/posts', { query: { userId, kinds: 'story,reel', limit: 1 }, signal });
      return posts.length > 0;
    },
    staleTime: 60_000,
  });

type FeedPage = Answer<'get', '/public/hominini/posts'>;

declare global {
  interface Window {
    /** The request that public/hominini.js sent before the app was loaded; null when it failed. */
    homininiAsked?: Promise<FeedPage | null>;
  }
}

/** The first page, which public/hominini.js has requested; used once, since it becomes stale, and for visitors only. */
async function consumeFirstPage(): Promise<FeedPage | null> {
  const { homininiAsked } = window;
  delete window.homininiAsked;
  return session.get().token ? null : ((await homininiAsked) ?? null);
}

/** The posts of hominini, which visitors may also read. */
export const homininiFeedQuery = infiniteQueryOptions({
  queryKey: queryKeys.feed.hominini,
  queryFn: async ({ pageParam: cursor, signal }): Promise<FeedPage> =>
    (cursor === null && (await consumeFirstPage())) ||
    http.get('/public/hominini/posts', { query: { limit: feedPageSize, cursor }, signal }),
  ...cursorPages,
});

export const postQuery = (tribeId: number, postId: string) =>
  queryOptions({
    queryKey: queryKeys.post.one(tribeId, postId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}/posts/{postId}', { path: { tribeId, postId }, signal }),
  });

export const commentsQuery = (tribeId: number, postId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.comments.of(postId),
    queryFn: ({ pageParam: after, signal }) =>
      http.get('/tribes/{tribeId}/posts/{postId}/comments', {
        path: { tribeId, postId },
        query: { limit: commentsPageSize, after },
        signal,
      }),
    ...pagesBy((page: Comments) => page.nextAfter),
  });

/** Changes a post in every cached query: the feeds and its own. `null` removes it from the feeds. */
export function changePost(client: QueryClient, { id, tribeId }: Post, change: (post: Post) => Post | null): void {
  client.setQueriesData({ queryKey: queryKeys.feed.all }, patchInPages(id, change));
  client.setQueryData(postQuery(tribeId, id).queryKey, (post) => (post ? (change(post) ?? undefined) : post));
}

/** Returns the cached post, which may be newer than the rendered one; undefined when none is cached. */
function cachedPost(client: QueryClient, { id, tribeId }: Post): Post | undefined {
  const own = client.getQueryData(postQuery(tribeId, id).queryKey);
  if (own) return own;
  const feeds = client.getQueriesData<InfiniteData<Answer<'get', '/tribes/{tribeId}/posts'>>>({
    queryKey: queryKeys.feed.all,
  });
  for (const [, feed] of feeds) {
    const post = findInPages(feed, (each) => each.id === id);
    if (post) return post;
  }
  return undefined;
}

/** Reacts to a post, shown at once. A failure is rolled back, with its reason in a toast. */
export function useReact(post: Post): (type: ReactionType) => void {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id };
  const target = {
    key: queryKeys.reactions.toPost(post.id),
    shownBy: [queryKeys.feed.all, queryKeys.post.one(post.tribeId, post.id)],
    read: () => reactionsOf(cachedPost(client, post) ?? post),
    write: (reactions: Reactable) => changePost(client, post, (shown) => ({ ...shown, ...reactions })),
    next: withReaction<Reactable>,
    send: async (type: ReactionType) =>
      answeredReactions(await http.post('/tribes/{tribeId}/posts/{postId}/reactions', { path, body: { type } })),
  };
  return (type) => void updateOptimistically(client, target, type).catch(toastFailure);
}

const reactionsOf = ({ reactionCounts, myReactions }: Reactable): Reactable => ({ reactionCounts, myReactions });

const answeredReactions = ({ counts, myReactions }: Schema<'ReactionAnswer'>): Reactable => ({
  reactionCounts: counts,
  myReactions,
});

/** Deletes a post of the viewer, or removes one of another person with a reason for them. */
export function useDeletePost(post: Post) {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id };
  return useMutation({
    mutationKey: queryKeys.post.deletion(post.id),
    mutationFn: (removal?: Removal) =>
      http.delete('/tribes/{tribeId}/posts/{postId}', { path, ...(removal && { body: removal }) }),
    onSuccess: () => changePost(client, post, () => null),
  });
}

/**
 * Pins a post, announces it, or closes its comments. The server determines the order of the feed, so it is fetched
 * again.
 */
export function useModeratePost(post: Post) {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id };
  return useMutation({
    mutationFn: (change: { pinned: boolean } | { announced: boolean } | { locked: boolean }) => {
      if ('pinned' in change) return http.put('/tribes/{tribeId}/posts/{postId}/pin', { path, body: change });
      if ('announced' in change)
        return http.put('/tribes/{tribeId}/posts/{postId}/announcement', { path, body: change });
      return http.put('/tribes/{tribeId}/posts/{postId}/comments-lock', { path, body: change });
    },
    parallel: (change) => Object.keys(change).join(),
    onSuccess: (changed) => {
      changePost(client, post, (shown) => ({ ...shown, ...changed }));
      return client.invalidateQueries({ queryKey: queryKeys.feed.tribe(post.tribeId) });
    },
  });
}

/** Publishes a draft. `key` is its idempotency key: the same while the same draft is sent again. */
export function usePublish(tribeId: number) {
  const client = useQueryClient();
  return useMutation({
    // Several drafts may be sent at once.
    parallel: ({ key }: PublishRequest) => key,
    mutationFn: async ({ draft, key, onProgress, signal }: PublishRequest) =>
      http.upload('/tribes/{tribeId}/posts', {
        path: { tribeId },
        form: formOf(draft, await draft.videos?.(signal)),
        idempotencyKey: key,
        onProgress,
        signal,
      }),
    onSuccess: () =>
      Promise.all(
        [queryKeys.feed.all, queryKeys.vibes.tribe(tribeId)].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

interface PublishRequest {
  draft: PostDraft;
  key: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** The fields precede the files: the server decides by them how the pictures are stored. */
const formOf = (
  { kind = 'post', content, tags, place, minLevelOrder, files, alts = [], videoUrls = [] }: PostDraft,
  videos: string[] = [],
) => ({
  kind,
  content,
  minLevelOrder,
  tags: [tags.trim()],
  place: place.trim(),
  // A space, which the server trims: a form has no empty values, and the order counts.
  alts: alts.some((alt) => alt !== '') ? alts.map((alt) => alt || ' ') : [],
  videos,
  videoUrls: [...videoUrls],
  images: files,
});

export interface CommentDraft {
  content: string;
  parentId: string | null;
  key: string;
}

export function useAddComment(post: Post) {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id };
  return useMutation({
    mutationFn: ({ key, ...body }: CommentDraft) =>
      http.post('/tribes/{tribeId}/posts/{postId}/comments', { path, body, idempotencyKey: key }),
    onSuccess: () => {
      changePost(client, post, (shown) => countComments(shown, 1));
      return client.invalidateQueries({ queryKey: queryKeys.comments.of(post.id) });
    },
  });
}

export function useDeleteComment(post: Post, comment: Comment, replies: number) {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id, commentId: comment.id };
  return useMutation({
    mutationFn: (removal?: Removal) =>
      http.delete('/tribes/{tribeId}/posts/{postId}/comments/{commentId}', { path, ...(removal && { body: removal }) }),
    onSuccess: () => {
      changePost(client, post, (shown) => countComments(shown, -1 - replies));
      return client.invalidateQueries({ queryKey: queryKeys.comments.of(post.id) });
    },
  });
}

const countComments = (post: Post, by: number): Post => ({
  ...post,
  counts: { ...post.counts, comments: Math.max(0, post.counts.comments + by) },
});

/** Reacts to a comment, as `useReact` does to a post. */
export function useReactToComment(post: Post, comment: Comment): (type: ReactionType) => void {
  const client = useQueryClient();
  const { queryKey } = commentsQuery(post.tribeId, post.id);
  const path = { tribeId: post.tribeId, postId: post.id, commentId: comment.id };
  const target = {
    key: queryKeys.reactions.toComment(comment.id),
    shownBy: [queryKey],
    read: () =>
      reactionsOf(
        findInPages(client.getQueryData<InfiniteData<Comments>>(queryKey), ({ id }) => id === comment.id) ?? comment,
      ),
    write: (reactions: Reactable) =>
      client.setQueryData(
        queryKey,
        patchInPages(comment.id, (shown: Comment) => ({ ...shown, ...reactions })),
      ),
    next: withReaction<Reactable>,
    send: async (type: ReactionType) =>
      answeredReactions(
        await http.post('/tribes/{tribeId}/posts/{postId}/comments/{commentId}/reactions', { path, body: { type } }),
      ),
  };
  return (type) => void updateOptimistically(client, target, type).catch(toastFailure);
}
