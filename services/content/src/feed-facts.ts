import { requireVisibleTribe } from '@tribus/community/guards.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import type { FeedPreview, WaitingPosts } from '../api/feed-facts.ts';
import { getViewerAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { inTribe } from './store/post-viewers.ts';

const weekMs = 7 * dayMs;
const picturesShown = 3;

/** The number of posts above the viewer's level, by level. */
export async function countWaitingPosts(
  { directory, store }: Pick<Deps, 'directory' | 'store'>,
  viewer: Actor,
  tribeId: number,
): Promise<WaitingPosts> {
  const { maxLevel, blocked } = await getViewerAccess(directory, viewer, tribeId);
  const viewerFilter = { viewerId: userIdOf(viewer), blocked: inTribe(tribeId, blocked) };
  return { items: await store.feedFacts.countAbove(tribeId, maxLevel, viewerFilter) };
}

/** A preview of an open tribe for non-members; empty for a private one. */
export async function previewFeed(
  { ctx, directory, store }: Pick<Deps, 'ctx' | 'directory' | 'store'>,
  viewer: Actor,
  tribeId: number,
): Promise<FeedPreview> {
  const { tribe } = requireVisibleTribe(viewer, await directory.getMembership(userIdOf(viewer), tribeId));
  if (tribe.isPrivate) return { postsThisWeek: null, pictures: [] };
  const since = new Date(ctx.clock.now().getTime() - weekMs);
  const [postsThisWeek, pictures] = await Promise.all([
    store.feedFacts.countOpenSince(tribeId, since),
    store.feedFacts.listShadows(tribeId, picturesShown),
  ]);
  return { postsThisWeek, pictures };
}
