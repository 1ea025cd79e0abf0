import type { Comment, Comments, Feed, Post, ReactionAnswer } from '@api/content';
import type { FollowStatus } from '@api/identity';
import { commentsPageSize, feedPageSize } from '@limits/content';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { tap } from '../../lib/taps.ts';
import { type Reactable, type ReactionType, withReaction } from './reactions.ts';

export interface FeedFilter {
  tag?: string;
  place?: string;
}

/** A tribe's posts, the newest first. */
export const feedQuery = (tribeId: number, filter: FeedFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['feed', tribeId, filter],
    queryFn: ({ pageParam, signal }) =>
      http.get<Feed>(`tribes/${tribeId}/posts`, {
        query: { ...filter, limit: feedPageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** The posts of hominini as everybody may read them. */
export const homininiFeedQuery = infiniteQueryOptions({
  queryKey: ['feed', 'hominini'],
  queryFn: ({ pageParam, signal }) =>
    http.get<Feed>('public/hominini/posts', { query: { limit: feedPageSize, cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.nextCursor,
});

export const postQuery = (tribeId: number, postId: string) =>
  queryOptions({
    queryKey: ['post', tribeId, postId],
    queryFn: ({ signal }) => http.get<Post>(`tribes/${tribeId}/posts/${postId}`, { signal }),
  });

export const commentsQuery = (tribeId: number, postId: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', postId],
    queryFn: ({ pageParam, signal }) =>
      http.get<Comments>(`tribes/${tribeId}/posts/${postId}/comments`, {
        query: { limit: commentsPageSize, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextAfter,
  });

export const followQuery = (userId: string) =>
  queryOptions({
    queryKey: ['follow', userId],
    queryFn: ({ signal }) => http.get<FollowStatus>(`auth/users/${userId}/follow/status`, { signal }),
    staleTime: 60_000,
  });

type Pages<T> = InfiniteData<T, string | null>;

/** Changes a post wherever it stands: in every feed, and on its own. `null` takes it away. */
function changePost(client: QueryClient, { id, tribeId }: Post, change: (post: Post) => Post | null): void {
  const inList = (items: Post[]) => items.flatMap((post) => (post.id === id ? (change(post) ?? []) : [post]));
  client.setQueriesData<Pages<Feed>>({ queryKey: ['feed'] }, (feed) =>
    feed && 'pages' in feed
      ? { ...feed, pages: feed.pages.map((page) => ({ ...page, items: inList(page.items) })) }
      : feed,
  );
  client.setQueryData<Post>(['post', tribeId, id], (post) => (post ? (change(post) ?? undefined) : post));
}

/** Shown at once; what the server says after the last tap stands. Failures are swallowed, as specified. */
export function useReact(post: Post): (type: ReactionType) => void {
  const client = useQueryClient();
  const path = `tribes/${post.tribeId}/posts/${post.id}/reactions`;
  const thing = {
    key: ['post', post.id, 'reactions'],
    shownBy: [['feed'], ['post', post.tribeId, post.id]],
    read: () => reactionsOf(post),
    write: (reactions: Reactable) => changePost(client, post, (shown) => ({ ...shown, ...reactions })),
    next: withReaction<Reactable>,
    send: sendReaction(path),
  };
  return (type) => void tap(client, thing, type).catch(() => undefined);
}

const sendReaction =
  (path: string) =>
  async (type: ReactionType): Promise<Reactable> => {
    const { counts, myReactions } = await http.post<ReactionAnswer>(path, { type });
    return { reactionCounts: counts, myReactions };
  };

const reactionsOf = ({ reactionCounts, myReactions }: Reactable): Reactable => ({ reactionCounts, myReactions });

export function useDeletePost(post: Post) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => http.delete(`tribes/${post.tribeId}/posts/${post.id}`),
    onSuccess: () => changePost(client, post, () => null),
  });
}

export function useEditPost(post: Post) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => http.put<Post>(`tribes/${post.tribeId}/posts/${post.id}`, { content }),
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

/** Publishes; `key` stays the same while a person sends the same draft again. */
export function usePublish(tribeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, key, onProgress, signal }: PublishRequest) =>
      http.upload<Post>(`tribes/${tribeId}/posts`, formOf(draft), { idempotencyKey: key, onProgress, signal }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['feed'] }),
  });
}

export interface PublishRequest {
  draft: PostDraft;
  key: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** The fields go before the files: the server decides by them how the pictures are kept. */
function formOf({ content, tags, place, minLevelOrder, files }: PostDraft): FormData {
  const form = new FormData();
  form.append('kind', 'post');
  form.append('content', content);
  form.append('minLevelOrder', String(minLevelOrder));
  if (tags.trim()) form.append('tags', tags);
  if (place.trim()) form.append('place', place);
  for (const file of files) form.append('images', file);
  return form;
}

export interface CommentDraft {
  content: string;
  parentId: string | null;
  key: string;
}

export function useAddComment(post: Post) {
  const client = useQueryClient();
  const { tribeId, id } = post;
  return useMutation({
    mutationFn: ({ key, ...body }: CommentDraft) =>
      http.post<Comment>(`tribes/${tribeId}/posts/${id}/comments`, body, { idempotencyKey: key }),
    onSuccess: () => {
      changePost(client, post, (shown) => countComments(shown, 1));
      return client.invalidateQueries({ queryKey: ['comments', id] });
    },
  });
}

export function useDeleteComment(post: Post, comment: Comment, replies: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => http.delete(`tribes/${post.tribeId}/posts/${post.id}/comments/${comment.id}`),
    onSuccess: () => {
      changePost(client, post, (shown) => countComments(shown, -1 - replies));
      return client.invalidateQueries({ queryKey: ['comments', post.id] });
    },
  });
}

const countComments = (post: Post, by: number): Post => ({
  ...post,
  counts: { ...post.counts, comments: Math.max(0, post.counts.comments + by) },
});

/** As with posts. */
export function useReactToComment(post: Post, comment: Comment): (type: ReactionType) => void {
  const client = useQueryClient();
  const queryKey = ['comments', post.id];
  const change = (to: (comment: Comment) => Comment) =>
    client.setQueryData<Pages<Comments>>(
      queryKey,
      (all) =>
        all && {
          ...all,
          pages: all.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === comment.id ? to(item) : item)),
          })),
        },
    );
  const thing = {
    key: ['comment', comment.id, 'reactions'],
    shownBy: [queryKey],
    read: () => reactionsOf(comment),
    write: (reactions: Reactable) => change((shown) => ({ ...shown, ...reactions })),
    next: withReaction<Reactable>,
    send: sendReaction(`tribes/${post.tribeId}/posts/${post.id}/comments/${comment.id}/reactions`),
  };
  return (type) => void tap(client, thing, type).catch(() => undefined);
}

const unknownFollow: FollowStatus = { following: false, followersCount: 0, followingCount: 0 };

/** Follows or no longer; shown at once. Returns what the server says of it, also when what asked is gone by then. */
export function useFollow(userId: string): (follow: boolean) => Promise<FollowStatus> {
  const client = useQueryClient();
  const { queryKey } = followQuery(userId);
  const path = `auth/users/${userId}/follow`;
  const thing = {
    key: queryKey,
    shownBy: [queryKey],
    read: () => client.getQueryData<FollowStatus>(queryKey) ?? unknownFollow,
    write: (status: FollowStatus) => client.setQueryData<FollowStatus>(queryKey, status),
    next: (status: FollowStatus, following: boolean): FollowStatus => ({ ...status, following }),
    send: (follow: boolean) => (follow ? http.post<FollowStatus>(path) : http.delete<FollowStatus>(path)),
  };
  return (follow) => tap(client, thing, follow);
}
