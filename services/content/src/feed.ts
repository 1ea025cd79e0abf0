import { homininiId } from '@tribus/community/limits.ts';
import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Feed, HomininiInfo, PostsQuery } from '../api.ts';
import { placeSlugOf } from '../tags.ts';
import { requireReadAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { presentPosts } from './present.ts';
import { countOpenPosts, feedPage } from './store/posts.ts';

/** A page of a tribe's posts, the newest first: one own query, and two batched calls for what is not remembered. */
export async function readFeed(deps: Deps, viewer: Actor, tribeId: number, query: PostsQuery): Promise<Feed> {
  const reader = await requireReadAccess(deps.directory, viewer, tribeId);
  const tag = query.tag || query.tags || undefined;
  const place = placeSlugOf(query.place ?? '') || undefined;
  const list = `posts:${tribeId}:${tag ?? ''}:${place ?? ''}`;
  const read = await feedPage(deps.postgres.db, {
    tribeId,
    tag,
    place,
    maxLevel: reader.maxLevel,
    viewerId: viewer.id,
    limit: query.limit + 1,
    after: decodeCursor(deps.cursors, list, query.cursor),
  });
  const { items, next } = pageOf(deps.cursors, list, read, query.limit);
  return { items: await presentPosts(deps, reader, items), nextCursor: next };
}

/** What the public page says of hominini. */
export async function homininiInfo(deps: Deps): Promise<HomininiInfo> {
  const [{ tribe }, postsCount] = await Promise.all([
    deps.directory.getMembership('', homininiId),
    countOpenPosts(deps.postgres.db, homininiId),
  ]);
  return {
    id: tribe.id,
    name: tribe.name,
    normalizedName: tribe.normalizedName,
    description: tribe.description,
    imageUrl: tribe.imageUrl || null,
    imageLqip: tribe.imageLqip || null,
    tags: tribe.tags,
    membersCount: tribe.membersCount,
    postsCount,
  };
}
