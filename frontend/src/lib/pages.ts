import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { readJson, tab } from './storage.ts';

/** A list that is read page by page. */
interface PageOf<Item> {
  items: Item[];
}

/** Options of an infinite query that return the cursor of the next page. */
export function pagesBy<Page>(nextOf: (page: Page) => string | null) {
  return { initialPageParam: null as string | null, getNextPageParam: nextOf };
}

/** For pages with a `nextCursor`, as nearly all have. */
export const cursorPages = pagesBy((page: { nextCursor: string | null }) => page.nextCursor);

export interface PagedQuery<Item> {
  /** The items of all pages read so far. */
  items: Item[];
  query: UseInfiniteQueryResult;
}

const STORED = 'pages';
/** The lists read last whose numbers are stored. */
const STORED_MAX = 50;
/** Each page is a request, and they are sent one after the other. */
const RESTORED_MAX = 20;

/**
 * The number of pages of each list by the key of the history entry and that of the query, if more than one, the list
 * read last at the end. Stored for the lifetime of the tab, so that they survive a reload.
 */
const depths = new Map<string, number>(Object.entries(Object(readJson(tab, STORED))));

/**
 * Reads a list page by page: its items so far, and the query for its state and for more. On Back and after a reload it
 * reads as many pages as the person had read there, up to a maximum.
 */
export function usePagedQuery<Page extends PageOf<unknown>, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, Param>,
): PagedQuery<Page['items'][number]> {
  const query = useInfiniteQuery(options);
  useDepth(query, options.queryKey);
  return { items: query.data?.pages.flatMap((page) => page.items) ?? [], query };
}

function useDepth(query: UseInfiniteQueryResult<InfiniteData<unknown>>, queryKey: QueryKey): void {
  const name = `${useLocation().key} ${JSON.stringify(queryKey)}`;
  // Each property that is read renders the list again when it changes.
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const depth = data?.pages.length ?? 0;
  const isReady = depth > 0 && hasNextPage && !isFetching && !isFetchNextPageError;
  const [attempts, setAttempts] = useState(0);
  const readNext = useEffectEvent(async () => {
    const { isFetchNextPageError: hasFailed } = await fetchNextPage({ cancelRefetch: false });
    if (!hasFailed) setAttempts((count) => count + 1);
  });
  // Reads on after each attempt: on a busy device one can end before a render has shown it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of an attempt is a reason to read on
  useEffect(() => {
    const wanted = depths.get(name) ?? 1;
    if (depth < wanted && isReady) void readNext();
    if (depth <= wanted || depth > RESTORED_MAX) return;
    depths.delete(name);
    depths.set(name, depth);
    for (const oldest of [...depths.keys()].slice(0, -STORED_MAX)) depths.delete(oldest);
    tab.write(STORED, JSON.stringify(Object.fromEntries(depths)));
  }, [name, depth, isReady, attempts]);
}

/** Returns the items with the one of that id changed; removed when the change returns null. */
export function patchById<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  change: (item: Item) => Item | null,
): Item[] {
  return items.flatMap((item) => (item.id === id ? (change(item) ?? []) : [item]));
}

/** Returns the first matching item of all pages. */
export function findInPages<Item>(
  data: InfiniteData<PageOf<Item>> | undefined,
  isMeant: (item: Item) => boolean,
): Item | undefined {
  return hasPages(data) ? data.pages.flatMap((page) => page.items).find(isMeant) : undefined;
}

/**
 * Changes the item of that id in whichever page contains it; null removes it. For `setQueryData` of an infinite query.
 */
export function patchInPages<Item extends { id: string }, Page extends PageOf<Item>, Param>(
  id: string,
  change: (item: Item) => Item | null,
): (data: InfiniteData<Page, Param> | undefined) => InfiniteData<Page, Param> | undefined {
  return (data) =>
    data && hasPages(data)
      ? { ...data, pages: data.pages.map((page) => ({ ...page, items: patchById(page.items, id, change) })) }
      : data;
}

/** Data under the key of a list may be another shape: the number of waiting posts per level. */
const hasPages = <Data extends { pages: unknown }>(data: Data | undefined): data is Data => data?.pages !== undefined;
