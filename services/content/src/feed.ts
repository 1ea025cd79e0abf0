import { homininiId } from '@tribus/community/limits.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import { byCreation, type ListPosition, PagedList } from '@tribus/kit/http/keyset.ts';
import type { Feed, HomininiInfo, PostsQuery } from '../api.ts';
import { openPostsCountedMax, pinsPerTribe } from '../limits.ts';
import { placeSlugOf } from '../tags.ts';
import { type Access, getViewerAccess } from './access.ts';
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
  const { filter, isMuted } = await feedOf(deps, access, tag);
  const read = (filter: FeedFilter) =>
    readUnmuted<StoredPost, ListPosition>(
      ({ limit, after }) => deps.store.posts.listPage({ ...filter, limit, ...(after && { after }) }),
      filter,
      isMuted,
    );
  const after = list.positionOf(query.cursor);
  const isWhole = tag === undefined && place === undefined;
  const labelled = { ...filter, tag, place };
  const [first, rest] = await Promise.all([
    isWhole && !after ? read({ ...labelled, pinned: true, limit: pinsPerTribe }) : undefined,
    read({ ...labelled, ...(isWhole && { pinned: false }), limit: query.limit + 1, after }),
  ]);
  const posts = [...(first?.read ?? []), ...rest.read.slice(0, query.limit)];
  const nextCursor = list.afterFirst(query.limit, rest.read) ?? (rest.stoppedAt ? list.after(rest.stoppedAt) : null);
  return { items: await presentPosts(deps, access, posts), nextCursor };
}

/** Returns the filter of a tribe's posts for a viewer: without muted authors and tags, except a requested tag. */
export async function feedOf(
  { directory }: Pick<Deps, 'directory'>,
  { viewer, membership, maxLevel, moderates, blocked }: Access,
  requestedTag?: string,
): Promise<{ filter: Omit<FeedFilter, 'limit'>; isMuted: (post: StoredPost) => boolean }> {
  const { id: tribeId } = membership.tribe;
  const [mutes, users] = await Promise.all([directory.mutesOf(viewer), directory.mutedAcross(viewer, [tribeId])]);
  const authors = [...(users.get(tribeId) ?? [])];
  const tags = mutes.tags.filter((tag) => tag !== requestedTag);
  const muted: MutedPosts | undefined = authors.length + tags.length === 0 ? undefined : { authors, tags };
  return {
    filter: { tribeId, maxLevel, moderates, viewerId: viewer.id, blocked: inTribe(tribeId, blocked), muted },
    isMuted: containsAnyOf(mutes.words, viewer.id),
  };
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
