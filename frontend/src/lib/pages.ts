import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';

/** A list that is read page by page. */
interface PageOf<Item> {
  items: Item[];
}

/** The part of an infinite query that says where the next page begins. */
export function pagesBy<Page>(nextOf: (page: Page) => string | null) {
  return { initialPageParam: null as string | null, getNextPageParam: nextOf };
}

/** For pages that give the cursor of the next one, as nearly all do. */
export const cursorPages = pagesBy((page: { nextCursor: string | null }) => page.nextCursor);

export interface PagedQuery<Item> {
  /** Of all pages read so far. */
  items: Item[];
  query: UseInfiniteQueryResult;
}

/** Reads a list page by page: its items so far, and the query for its state and for more. */
export function usePagedQuery<Page extends PageOf<unknown>, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, Param>,
): PagedQuery<Page['items'][number]> {
  const query = useInfiniteQuery(options);
  return { items: query.data?.pages.flatMap((page) => page.items) ?? [], query };
}

/** The items with the one of that id changed; null takes it out. */
export function patchById<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  change: (item: Item) => Item | null,
): Item[] {
  return items.flatMap((item) => (item.id === id ? (change(item) ?? []) : [item]));
}

/** The first item that is meant, in whichever page it stands. */
export function findInPages<Item>(
  data: InfiniteData<PageOf<Item>> | undefined,
  isMeant: (item: Item) => boolean,
): Item | undefined {
  return hasPages(data) ? data.pages.flatMap((page) => page.items).find(isMeant) : undefined;
}

/** Changes the item of that id in whichever page it stands, null takes it out. For `setQueryData` of an infinite query. */
export function patchInPages<Item extends { id: string }, Page extends PageOf<Item>, Param>(
  id: string,
  change: (item: Item) => Item | null,
): (data: InfiniteData<Page, Param> | undefined) => InfiniteData<Page, Param> | undefined {
  return (data) =>
    data && hasPages(data)
      ? { ...data, pages: data.pages.map((page) => ({ ...page, items: patchById(page.items, id, change) })) }
      : data;
}

/** What is asked for with a list, and kept under its key, may be no list: how many posts wait at which level. */
const hasPages = <Data extends { pages: unknown }>(data: Data | undefined): data is Data => data?.pages !== undefined;
