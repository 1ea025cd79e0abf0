import { homininiId } from '@tribus/community/limits.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import { byCreation, type ListPosition, PagedList } from '@tribus/kit/http/keyset.ts';
import type { Feed, HomininiInfo, PostsQuery } from '../api.ts';
import { openPostsCountedMax, pinsPerTribe } from '../limits.ts';
import { placeSlugOf } from '../tags.ts';
import { getViewerAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { presentHomininiInfo, presentPosts } from './present.ts';
import { inTribe, type MutedPosts } from './store/post-viewers.ts';
import type { FeedFilter, StoredPost } from './store/posts.ts';
import { containsAnyOf, readUnmuted } from './unmuted-posts.ts';

/**
 * A page of a tribe's posts, the newest first; the first page begins with the pinned ones. Two concurrent queries,
 * and two batched calls for data that is not cached.
 */
export async function readFeed(deps: Deps, viewer: Actor, tribeId: number, query: PostsQuery): Promise<Feed> {
  const access = await getViewerAccess(deps.directory, viewer, tribeId);
  const tag = query.tag || query.tags || undefined;
  const place = placeSlugOf(query.place ?? '') || undefined;
  const list = new PagedList(deps.cursors, `posts:${tribeId}:${tag ?? ''}:${place ?? ''}`, byCreation);
  const { muted, words } = await mutedIn(deps, viewer, tribeId, tag);
  const filter = {
    tribeId,
    tag,
    place,
    maxLevel: access.maxLevel,
    moderates: access.moderates,
    viewerId: viewer.id,
    blocked: inTribe(tribeId, access.blocked),
    muted,
  };
  const read = (filter: FeedFilter) =>
    readUnmuted<StoredPost, ListPosition>(
      ({ limit, after }) => deps.store.posts.listPage({ ...filter, limit, ...(after && { after }) }),
      filter,
      containsAnyOf(words, viewer.id),
    );
  const after = list.positionOf(query.cursor);
  const isWhole = tag === undefined && place === undefined;
  const [first, rest] = await Promise.all([
    isWhole && !after ? read({ ...filter, pinned: true, limit: pinsPerTribe }) : undefined,
    read({ ...filter, ...(isWhole && { pinned: false }), limit: query.limit + 1, after }),
  ]);
  const posts = [...(first?.read ?? []), ...rest.read.slice(0, query.limit)];
  const nextCursor = list.afterFirst(query.limit, rest.read) ?? (rest.stoppedAt ? list.after(rest.stoppedAt) : null);
  return { items: await presentPosts(deps, access, posts), nextCursor };
}

/** The viewer's muted authors, tags and words, without a tag that they filter by. */
async function mutedIn(
  { directory }: Deps,
  viewer: Actor,
  tribeId: number,
  requestedTag: string | undefined,
): Promise<{ muted: MutedPosts | undefined; words: readonly string[] }> {
  const [mutes, users] = await Promise.all([directory.mutesOf(viewer), directory.mutedAcross(viewer, [tribeId])]);
  const authors = [...(users.get(tribeId) ?? [])];
  const tags = mutes.tags.filter((tag) => tag !== requestedTag);
  const muted = authors.length + tags.length === 0 ? undefined : { authors, tags };
  return { muted, words: mutes.words };
}

const countTtlMs = 60_000;

/** The number of posts that everybody may see, by tribe. Everybody requests it, so it is counted at most once a minute. */
export const cacheOpenPostCounts = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): Deps['openPostCounts'] =>
  new BatchCache(
    async (tribeIds) => {
      const counted = new Map<number, number>();
      for (const id of tribeIds) counted.set(id, await store.posts.countOpen(id, openPostsCountedMax));
      return counted;
    },
    { max: 1, ttlMs: countTtlMs, now: () => ctx.clock.now().getTime() },
  );

/** Hominini for its public page. */
export async function readHomininiInfo(deps: Deps): Promise<HomininiInfo> {
  const [{ tribe }, postsCount] = await Promise.all([
    deps.directory.getMembership('', homininiId),
    deps.openPostCounts.get(homininiId),
  ]);
  return presentHomininiInfo(tribe, postsCount ?? 0);
}
