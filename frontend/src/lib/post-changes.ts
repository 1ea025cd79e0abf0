import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { findInPages } from './pages.ts';
import { queryKeys } from './query-keys.ts';
import type { StreamEvents } from './stream.ts';

type Posts = InfiniteData<{ items: { id: string }[] }>;

/**
 * Invalidates the queries of a post that was edited, hidden, shown again or deleted elsewhere: the lists that contain
 * it or are still loading, and its own. Lists without it stay: a post that is shown again appears with their next
 * refresh. Of a changed comment: the comments of its post, and the post with their number. Returns when the shown ones
 * were fetched.
 */
export async function followPost(
  client: QueryClient,
  { tribeId, postId, commentId }: StreamEvents['post'],
): Promise<void> {
  const fetches: Promise<void>[] = [];
  for (const all of commentId ? [queryKeys.comments.of(postId)] : [queryKeys.feed.all, queryKeys.vibes.all])
    for (const [queryKey, list] of client.getQueriesData<Posts>({ queryKey: all }))
      if (commentId || !list || findInPages(list, ({ id }) => id === postId))
        fetches.push(client.invalidateQueries({ queryKey, exact: true }));
  if (!commentId) void client.invalidateQueries({ queryKey: queryKeys.post.versions(postId) });
  // The page of a post that this device deletes is about to unmount, and the server would refuse.
  const [deletion] = client.getMutationCache().findAll({
    mutationKey: queryKeys.post.deletion(postId),
    predicate: ({ state }) => state.status !== 'error',
  });
  const refetchType = deletion ? 'none' : 'active';
  fetches.push(client.invalidateQueries({ queryKey: queryKeys.post.one(tribeId, postId), refetchType }));
  await Promise.all(fetches);
}

/** Returns a function that fetches a post again where it is shown, such as for new addresses of its files. */
export function useRefetchPost({ id: postId, tribeId }: { id: string; tribeId: number }): () => Promise<void> {
  const client = useQueryClient();
  return () => followPost(client, { tribeId, postId });
}
