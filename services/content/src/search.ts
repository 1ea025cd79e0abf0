import type { Actor } from '@tribus/kit/core/actor.ts';
import { type ListOrder, type Page, PagedList } from '@tribus/kit/http/keyset.ts';
import { z } from 'zod';
import type { FoundItem, SearchQuery, SearchResults } from '../api.ts';
import { topLabels } from '../limits.ts';
import { normaliseTag, placeSlugOf } from '../tags.ts';
import type { Deps } from './deps.ts';
import { findRange, presentAcross } from './readable-posts.ts';
import { presentAccounts, rankAccounts } from './search-accounts.ts';
import { parseSearch } from './search-words.ts';
import type { StoredPost } from './store/posts.ts';
import type { FoundLabel, RankPosition } from './store/search.ts';
import type { SearchRange } from './store/search-matches.ts';
import { containsAnyOf, readUnmuted } from './unmuted-posts.ts';

const noItems: SearchResults = { items: [], nextCursor: null };

/** The posts that a viewer may find, and the words to search for. */
interface Search {
  deps: Deps;
  viewer: Actor;
  query: SearchQuery;
  range: SearchRange;
  mutedWords: readonly string[];
}

/**
 * A page of what the viewer may see: people by the similarity of their names, posts by relevance and age, tags and
 * places by the number of their posts. Throws 400 `bad_cursor`.
 */
export async function search(deps: Deps, viewer: Actor, query: SearchQuery): Promise<SearchResults> {
  if (query.type === 'audio') return noItems;
  const opened: Search = { deps, viewer, query, ...(await findRange(deps, viewer)) };
  switch (query.type) {
    case 'accounts':
      return findAccounts(opened);
    case 'posts':
      return findPosts(opened);
    case 'tags':
      return findTags(opened);
    case 'places':
      return findPlaces(opened);
    case 'top':
      return findTop(opened);
    default:
      return query.type satisfies never;
  }
}

const byRank: ListOrder<RankPosition, RankPosition> = {
  position: z.tuple([z.int(), z.string()]).transform(([rank, key]) => ({ rank, key })),
  keep: ({ rank, key }) => [rank, key],
};

const listOf = ({ deps, viewer, query: { type, q } }: Search) =>
  new PagedList(deps.cursors, `search:${viewer.id}:${type}:${q}`, byRank);

/** Without the post when it was deleted after it was found. */
type FoundPost = RankPosition & { post: StoredPost | undefined };

async function findPosts(opened: Search): Promise<SearchResults> {
  const { deps, viewer, query, range, mutedWords } = opened;
  const list = listOf(opened);
  const after = list.positionOf(query.cursor);
  const words = parseSearch(query.q);
  if (!words) return noItems;
  const isMuted = containsAnyOf(mutedWords, viewer.id);
  const { read, stoppedAt } = await readUnmuted<FoundPost, RankPosition>(
    async (page) => withPosts(deps, range, await deps.store.search.rankPosts(range, words, page)),
    { limit: query.limit + 1, after },
    ({ post }) => post === undefined || isMuted(post),
  );
  const found = read.slice(0, query.limit).flatMap(({ post }) => post ?? []);
  const nextCursor = list.afterFirst(query.limit, read) ?? (stoppedAt ? list.after(stoppedAt) : null);
  return { items: (await presentAcross(deps, viewer, found)).map((post) => ({ type: 'post', post })), nextCursor };
}

/** Loads the posts in the order of their ranks. */
async function withPosts({ store }: Deps, range: SearchRange, ranked: readonly RankPosition[]): Promise<FoundPost[]> {
  const viewer = { viewerId: range.viewerId, blocked: range.leftOut };
  const posts = await store.posts.listByIds(
    ranked.map(({ key }) => key),
    viewer,
  );
  const byId = new Map(posts.map((post) => [post.id, post]));
  return ranked.map((position) => ({ ...position, post: byId.get(position.key) }));
}

async function findAccounts(opened: Search): Promise<SearchResults> {
  const { deps, viewer, query } = opened;
  const hasWords = parseSearch(query.q) !== undefined;
  const { items, nextCursor } = await listOf(opened).read(query, async (page) =>
    hasWords ? rankAccounts(deps, viewer, query.q, page) : [],
  );
  return { items: await presentAccounts(deps, viewer, items), nextCursor };
}

async function findTags(opened: Search): Promise<SearchResults> {
  const { deps, range, query } = opened;
  const start = normaliseTag(query.q);
  const { items, nextCursor } = await listLabels(opened, start, (page) =>
    deps.store.search.findTags(range, start, page),
  );
  return { items: items.map(({ name, posts }) => ({ type: 'tag', tag: name, posts })), nextCursor };
}

async function findPlaces(opened: Search): Promise<SearchResults> {
  const { deps, range, query } = opened;
  const start = placeSlugOf(query.q);
  const { items, nextCursor } = await listLabels(opened, start, (page) =>
    deps.store.search.findPlaces(range, start, page),
  );
  const toItem = ({ name, label, posts }: FoundLabel): FoundItem => ({
    type: 'place',
    place: label,
    placeSlug: name,
    posts,
  });
  return { items: items.map(toItem), nextCursor };
}

async function listLabels(
  opened: Search,
  start: string,
  read: (page: { limit: number; after: RankPosition | undefined }) => Promise<FoundLabel[]>,
): Promise<Page<FoundLabel & RankPosition>> {
  const ranked = async (page: { limit: number; after: RankPosition | undefined }) =>
    start === '' ? [] : (await read(page)).map((label) => ({ ...label, rank: label.posts, key: label.name }));
  return listOf(opened).read(opened.query, ranked);
}

/** A few people, tags and places on the first page, and then posts. */
async function findTop(opened: Search): Promise<SearchResults> {
  const { query } = opened;
  const first: Search = { ...opened, query: { ...query, limit: topLabels } };
  const [posts, ...others] = await Promise.all([
    findPosts(opened),
    ...(query.cursor === undefined ? [findAccounts(first), findTags(first), findPlaces(first)] : []),
  ]);
  return { items: [...others.flatMap(({ items }) => items), ...posts.items], nextCursor: posts.nextCursor };
}
