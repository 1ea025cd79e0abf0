import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { findInPages } from './pages.ts';
import { queryKeys } from './query-keys.ts';
import type { StreamEvents } from './stream.ts';

type Posts = InfiniteData<{ items: { id: string }[] }>;

/**
 * Invalidates the queries of a post that was edited, hidden, shown again or deleted elsewhere: the lists that contain it
 * or are still loading, and its own. Lists without it stay: a post that is shown again appears with their next refresh. Of a
 * changed comment: the comments of its post, and the post with their number.
 */
export function followPost(client: QueryClient, { tribeId, postId, commentId }: StreamEvents['post']): void {
  for (const all of commentId ? [queryKeys.comments.of(postId)] : [queryKeys.feed.all, queryKeys.vibes.all])
    for (const [queryKey, list] of client.getQueriesData<Posts>({ queryKey: all }))
      if (commentId || !list || findInPages(list, ({ id }) => id === postId))
        void client.invalidateQueries({ queryKey, exact: true });
  if (!commentId) void client.invalidateQueries({ queryKey: queryKeys.post.versions(postId) });
  // The page of a post that this device deletes is about to unmount, and the server would refuse.
  const [deletion] = client.getMutationCache().findAll({
    mutationKey: queryKeys.post.deletion(postId),
    predicate: ({ state }) => state.status !== 'error',
  });
  const refetchType = deletion ? 'none' : 'active';
  void client.invalidateQueries({ queryKey: queryKeys.post.one(tribeId, postId), refetchType });
}

/** Returns `followPost` of this app. */
export function useFollowPost() {
  const client = useQueryClient();
  return (changed: StreamEvents['post']): void => followPost(client, changed);
}
