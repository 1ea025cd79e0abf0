import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { invalidateMemberships } from './membership-queries.ts';
import { followPost } from './post-changes.ts';
import { queryKeys } from './query-keys.ts';
import type { StreamEvents } from './stream.ts';

/** Handlers of stream events other than messages and notifications. Loaded with the first such event. */

/** Invalidates what depends on a change of a queue, a membership, a post or a video. */
export const streamedChanges = {
  /** Another moderator, or this one on another device, may have decided. */
  queue(client: QueryClient, changed: StreamEvents['queue']): void {
    for (const queryKey of queueKeys(changed)) void client.invalidateQueries({ queryKey });
  },
  /**
   * The viewer's membership changed elsewhere. When it ended, only the tribe itself is fetched again at once: it decides
   * what this person may still see, and the rest would be refused.
   */
  membership(client: QueryClient, { tribeId, ended }: StreamEvents['membership']): void {
    void invalidateMemberships(client, tribeId, ended);
    const others = [queryKeys.levels.of(tribeId), queryKeys.vibes.tribe(tribeId), queryKeys.chat.tribe(tribeId)];
    for (const queryKey of others) void client.invalidateQueries({ queryKey, refetchType: ended ? 'none' : 'active' });
    if (ended) void client.invalidateQueries({ queryKey: queryKeys.tribe.one(tribeId), exact: true });
  },
  post: (client: QueryClient, changed: StreamEvents['post']) => void followPost(client, changed),
  /** The optimised file has another address. */
  video(client: QueryClient, { tribeId, postId, state }: StreamEvents['video']): void {
    if (state !== 'processing') void followPost(client, { tribeId, postId });
  },
};

/** The queries that show a queue of moderators. */
const queueKeys = ({ queue, tribeId }: StreamEvents['queue']): QueryKey[] =>
  queue === 'submissions' && tribeId !== null
    ? [queryKeys.levels.pending(tribeId), queryKeys.levels.decided(tribeId), queryKeys.levels.waiting(tribeId)]
    : [queryKeys.cases.all];
