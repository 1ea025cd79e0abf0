import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useFollowOwnMembership } from '../../lib/membership-changes.ts';
import { useFollowPost } from '../../lib/post-changes.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StreamEvents, useStreamEvent } from '../../lib/stream.ts';

/** The queries that show a queue of moderators. */
const queueKeys = ({ queue, tribeId }: StreamEvents['queue']): QueryKey[] =>
  queue === 'submissions' && tribeId !== null
    ? [queryKeys.levels.pending(tribeId), queryKeys.levels.decided(tribeId), queryKeys.levels.waiting(tribeId)]
    : [queryKeys.cases.all];

/** Fetches again what other people, or the viewer's other devices, have changed on the screen. */
export function useLiveChanges(): void {
  const queryClient = useQueryClient();
  // Another moderator, or this one on another device, may have decided.
  useStreamEvent('queue', (changed) => {
    for (const queryKey of queueKeys(changed)) void queryClient.invalidateQueries({ queryKey });
  });
  const followMembership = useFollowOwnMembership();
  useStreamEvent('membership', ({ tribeId, ended = false }) => followMembership(tribeId, ended));
  const followPost = useFollowPost();
  useStreamEvent('post', ({ tribeId, postId }) => followPost(tribeId, postId));
}
