import { versionsPageSize } from '@limits/content';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiError, http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cursorPages } from '../../lib/pages.ts';
import { followPost } from '../../lib/post-changes.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { changePost, type Post } from './api.ts';

/** The texts of a post before its edits, the newest first. */
export const versionsQuery = (tribeId: number, postId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.post.versions(postId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/posts/{postId}/versions', {
        path: { tribeId, postId },
        query: { limit: versionsPageSize, cursor },
        signal,
      }),
    ...cursorPages,
  });

/** Without a level, the post keeps its level. `baseVersion` is the `version` of the text that was changed. */
type PostChange = Pick<Post, 'content'> & Partial<Pick<Post, 'minLevelOrder'>> & { baseVersion: number };

/** Whether an edit failed because the text was changed elsewhere. */
export const isTextConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'post_changed';

/** Saves a changed text; after a conflict, the post is fetched again. */
export function useEditPost(post: Post) {
  const client = useQueryClient();
  const path = { tribeId: post.tribeId, postId: post.id };
  return useMutation({
    mutationFn: (change: PostChange) => http.put('/tribes/{tribeId}/posts/{postId}', { path, body: change }),
    // The response lacks fields that only lists have, such as the tribe of each post of a person.
    onSuccess: (edited) => {
      changePost(client, post, (shown) => ({ ...shown, ...edited }));
      void client.invalidateQueries({ queryKey: queryKeys.post.versions(post.id) });
    },
    onError: (error) => {
      if (isTextConflict(error)) void followPost(client, path);
    },
  });
}
