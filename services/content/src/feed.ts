import { pageOf, positionFrom } from '@tribus/kit/http/keyset.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Feed, HomininiInfo, PostsQuery } from '../api.ts';
import { homininiId } from '../limits.ts';
import { placeSlugOf } from '../tags.ts';
import { readerIn } from './access.ts';
import type { Parts } from './deps.ts';
import { presentPosts } from './present.ts';
import { countOpenPosts, feedPage } from './store/posts.ts';

/** A page of a tribe's posts, the newest first: one own query, and two batched calls for what is not remembered. */
export async function readFeed(parts: Parts, viewer: Actor, tribeId: number, query: PostsQuery): Promise<Feed> {
  const reader = await readerIn(parts.company, viewer, tribeId);
  const tag = query.tag || query.tags || undefined;
  const place = placeSlugOf(query.place ?? '') || undefined;
  const list = `posts:${tribeId}:${tag ?? ''}:${place ?? ''}`;
  const read = await feedPage(parts.postgres.sql, {
    tribeId,
    tag,
    place,
    maxLevel: reader.maxLevel,
    viewerId: viewer.id,
    limit: query.limit + 1,
    after: positionFrom(parts.cursors, list, query.cursor),
  });
  const { items, next } = pageOf(parts.cursors, list, read, query.limit);
  return { items: await presentPosts(parts, reader, items), nextCursor: next };
}

/** What the public page says of hominini. */
export async function homininiInfo(parts: Parts): Promise<HomininiInfo> {
  const [{ tribe }, postsCount] = await Promise.all([
    parts.company.seat('', homininiId),
    countOpenPosts(parts.postgres.sql, homininiId),
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
