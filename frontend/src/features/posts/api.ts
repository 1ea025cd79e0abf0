import { commentsPageSize, feedPageSize } from '@limits/content';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Answer, Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { updateOptimistically } from '../../lib/optimistic.ts';
import { cursorPages, findInPages, pagesBy, patchInPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Reactable, type ReactionType, withReaction } from './reactions.ts';

export type Post = Schema<'Post'>;
export type PostImage = Schema<'PostImage'>;
export type Comment = Schema<'Comment'>;
type FollowStatus = Schema<'FollowStatus'>;
type Comments = Answer<'get', '/tribes/{tribeId}/posts/{postId}/comments'>;

/** A tribe's posts, the newest first. */
export const feedQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.feed.tribe(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/posts', { path: { tribeId }, query: { limit: feedPageSize, cursor }, signal }),
    ...cursorPages,
  });

/** The posts of hominini, which visitors may read, too. */
export const homininiFeedQuery = infiniteQueryOptions({
  queryKey: queryKeys.feed.hominini,
  queryFn: ({ pageParam: cursor, signal }) =>
    http.get('/public/hominini/posts', { query: { limit: feedPageSize, cursor }, signal }),
  ...cursorPages,
});

export const postQuery = (tribeId: number, postId: string) =>
  queryOptions({
    queryKey: queryKeys.post(tribeId, postId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}/posts/{postId}', { path: { tribeId, postId }, signal }),
  });

export const commentsQuery = (tribeId: number, postId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.comments(postId),
    queryFn: ({ pageParam: after, signal }) =>
      http.get('/tribes/{tribeId}/posts/{postId}/comments', {
        path: { tribeId, postId },
        query: { limit: commentsPageSize, after },
        signal,
      }),
    ...pagesBy((page: Comments) => page.nextAfter),
  });

export const followQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.follow(userId),
    queryFn: ({ signal }) => http.get('/auth/users/{id}/follow/status', { path: { id: userId }, signal }),
    staleTime: 60_000,
  });

/** Changes a post in every cached query: the feeds and its own. `null` removes it from the feeds. */
function changePost(client: QueryClient, { id, tribeId }: Post, change: (post: Post) => Post | null): void {
  client.setQueriesData({ queryKey: queryKeys.feed.all }, patchInPages(id, change));
  client.setQueryData(postQuery(tribeId, id).queryKey, (post) => (post ? (change(post) ?? undefined) : post));
}

/** The post as the queries have it now, which may be newer than what is rendered; undefined when none has it. */
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

/** Reacts to a post, shown at once. Failures are not reported, as specified. */
export function useReact(post: Post): (type: ReactionType) => void {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id };
  const target = {
    key: queryKeys.reactions.toPost(post.id),
    shownBy: [queryKeys.feed.all, queryKeys.post(post.tribeId, post.id)],
    read: () => reactionsOf(cachedPost(client, post) ?? post),
    write: (reactions: Reactable) => changePost(client, post, (shown) => ({ ...shown, ...reactions })),
    next: withReaction<Reactable>,
    send: async (type: ReactionType) =>
      answeredReactions(await http.post('/tribes/{tribeId}/posts/{postId}/reactions', { path, body: { type } })),
  };
  return (type) => void updateOptimistically(client, target, type).catch(() => undefined);
}

const reactionsOf = ({ reactionCounts, myReactions }: Reactable): Reactable => ({ reactionCounts, myReactions });

const answeredReactions = ({ counts, myReactions }: Schema<'ReactionAnswer'>): Reactable => ({
  reactionCounts: counts,
  myReactions,
});

export function useDeletePost(post: Post) {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id };
  return useMutation({
    mutationFn: () => http.delete('/tribes/{tribeId}/posts/{postId}', { path }),
    onSuccess: () => changePost(client, post, () => null),
  });
}

export function useEditPost(post: Post) {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id };
  return useMutation({
    mutationFn: (content: string) => http.put('/tribes/{tribeId}/posts/{postId}', { path, body: { content } }),
    onSuccess: (edited) => changePost(client, post, () => edited),
  });
}

export interface PostDraft {
  content: string;
  tags: string;
  place: string;
  minLevelOrder: number;
  files: File[];
}

/** Publishes a draft. `key` is its idempotency key: the same while the same draft is sent again. */
export function usePublish(tribeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, key, onProgress, signal }: PublishRequest) =>
      http.upload('/tribes/{tribeId}/posts', {
        path: { tribeId },
        form: formOf(draft),
        idempotencyKey: key,
        onProgress,
        signal,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.feed.all }),
  });
}

export interface PublishRequest {
  draft: PostDraft;
  key: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** The fields go before the files: the server decides by them how the pictures are kept. */
const formOf = ({ content, tags, place, minLevelOrder, files }: PostDraft) => ({
  kind: 'post' as const,
  content,
  minLevelOrder,
  tags: [tags.trim()],
  place: place.trim(),
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
      return client.invalidateQueries({ queryKey: queryKeys.comments(post.id) });
    },
  });
}

export function useDeleteComment(post: Post, comment: Comment, replies: number) {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id, commentId: comment.id };
  return useMutation({
    mutationFn: () => http.delete('/tribes/{tribeId}/posts/{postId}/comments/{commentId}', { path }),
    onSuccess: () => {
      changePost(client, post, (shown) => countComments(shown, -1 - replies));
      return client.invalidateQueries({ queryKey: queryKeys.comments(post.id) });
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
  return (type) => void updateOptimistically(client, target, type).catch(() => undefined);
}

const unknownFollow: FollowStatus = { following: false, followersCount: 0, followingCount: 0 };

/** Follows or unfollows, shown at once. Resolves to the server's answer, also after the component has unmounted. */
export function useFollow(userId: string): (follow: boolean) => Promise<FollowStatus> {
  const client = useQueryClient();
  const { queryKey } = followQuery(userId);
  const path = { id: userId };
  const target = {
    key: queryKey,
    shownBy: [queryKey],
    read: () => client.getQueryData(queryKey) ?? unknownFollow,
    write: (status: FollowStatus) => client.setQueryData(queryKey, status),
    next: (status: FollowStatus, following: boolean): FollowStatus => ({ ...status, following }),
    send: (follow: boolean) =>
      follow ? http.post('/auth/users/{id}/follow', { path }) : http.delete('/auth/users/{id}/follow', { path }),
  };
  return (follow) => updateOptimistically(client, target, follow);
}
