import type { Actor } from '@tribus/kit/core/actor.ts';
import { byCreation, type ListPosition, PagedList } from '@tribus/kit/http/keyset.ts';
import type { HomeFeed, HomeQuery } from '../api.ts';
import type { homeReasons } from '../limits.ts';
import type { Deps } from './deps.ts';
import { findRange, presentAcross } from './readable-posts.ts';
import type { HomePost } from './store/home-feed.ts';
import { containsAnyOf, readUnmuted } from './unmuted-posts.ts';

/**
 * A page of the posts of all tribes of the viewer, the newest first, each with what the viewer follows of it
 * (docs/decisions/0039). Throws 400 `bad_cursor`.
 */
export async function readHomeFeed(deps: Deps, viewer: Actor, query: HomeQuery): Promise<HomeFeed> {
  const list = new PagedList(deps.cursors, `home:${viewer.id}`, byCreation);
  const after = list.positionOf(query.cursor);
  const [{ range, own, mutedWords }, follows] = await Promise.all([
    findRange(deps, viewer),
    deps.follows.of(viewer.id),
  ]);
  const { read, stoppedAt } = await readUnmuted<HomePost, ListPosition>(
    (page) => deps.store.homeFeed.listPage({ ...range, ...page, tribes: own, follows }),
    { limit: query.limit + 1, after },
    containsAnyOf(mutedWords, viewer.id),
  );
  const posts = read.slice(0, query.limit);
  const byId = new Map(posts.map((post) => [post.id, post]));
  const items = (await presentAcross(deps, viewer, posts)).map((post) => ({
    ...post,
    reason: reasonOf(byId.get(post.id), post.user.id),
  }));
  return { items, nextCursor: list.afterFirst(query.limit, read) ?? (stoppedAt ? list.after(stoppedAt) : null) };
}

/**
 * Returns the first reason that applies. That the viewer follows a hidden author has no effect on it, because the author
 * could be recognised by any difference.
 */
function reasonOf(post: HomePost | undefined, shownAuthorId: string): (typeof homeReasons)[number] {
  const isNamed = post?.authorId === shownAuthorId;
  return post?.followed.find((each) => each !== 'person' || isNamed) ?? 'tribe';
}
