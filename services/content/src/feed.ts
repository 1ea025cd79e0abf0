import { homininiId } from '@tribus/community/limits.ts';
import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Feed, HomininiInfo, PostsQuery } from '../api.ts';
import { placeSlugOf } from '../tags.ts';
import { getReaderAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { presentHomininiInfo, presentPosts } from './present.ts';

/** A page of a tribe's posts, the newest first: one own query, and two batched calls for what is not remembered. */
export async function readFeed(deps: Deps, viewer: Actor, tribeId: number, query: PostsQuery): Promise<Feed> {
  const access = await getReaderAccess(deps.directory, viewer, tribeId);
  const tag = query.tag || query.tags || undefined;
  const place = placeSlugOf(query.place ?? '') || undefined;
  const list = `posts:${tribeId}:${tag ?? ''}:${place ?? ''}`;
  const read = await deps.store.posts.listPage({
    tribeId,
    tag,
    place,
    maxLevel: access.maxLevel,
    viewerId: viewer.id,
    limit: query.limit + 1,
    after: decodeCursor(deps.cursors, list, query.cursor),
  });
  const { items, next } = pageOf(deps.cursors, list, read, query.limit);
  return { items: await presentPosts(deps, access, items), nextCursor: next };
}

/** Hominini as its public page shows it. */
export async function readHomininiInfo(deps: Deps): Promise<HomininiInfo> {
  const [{ tribe }, postsCount] = await Promise.all([
    deps.directory.getMembership('', homininiId),
    deps.store.posts.countOpen(homininiId),
  ]);
  return presentHomininiInfo(tribe, postsCount);
}
