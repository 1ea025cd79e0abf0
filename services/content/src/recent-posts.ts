import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { recentDays, recentPostsMax, recentPostsPerAuthor, recentPostsPerTribe, recentPostsRead } from '../limits.ts';
import type { Deps } from './deps.ts';
import { findRange } from './readable-posts.ts';
import type { RecentPost } from './store/discovery.ts';
import { containsAnyOf } from './unmuted-posts.ts';

/**
 * Returns the newest posts by others in the tribes of the viewer that they may read, the newest first; without hidden
 * ones, also for moderators, and without what the viewer muted.
 */
export async function listRecentPosts(deps: Deps, viewer: Actor): Promise<RecentPost[]> {
  const { range, own, mutedWords } = await findRange(deps, viewer);
  const posts = await deps.store.discovery.listRecent({
    ...range,
    tribes: own.map((tribe) => ({ ...tribe, moderates: false })),
    since: new Date(deps.ctx.clock.now().getTime() - recentDays * dayMs),
    withContent: mutedWords.length > 0,
    read: recentPostsRead,
    perAuthor: recentPostsPerAuthor,
    perTribe: recentPostsPerTribe,
    limit: recentPostsMax,
  });
  const isMuted = containsAnyOf(mutedWords, viewer.id);
  return posts.filter((post) => !isMuted(post));
}
