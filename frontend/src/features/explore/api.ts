import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { cursorPages } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type FoundItem = Schema<'FoundItem'>;
export type FoundOf<Type extends FoundItem['type']> = Extract<FoundItem, { type: Type }>;

/** The kinds of results that have a tab, in their order. Music has an address that announces it, and no results yet. */
export const SEARCH_TABS = ['top', 'accounts', 'posts', 'tags', 'places'] as const;
export const SEARCH_TYPES = [...SEARCH_TABS, 'audio'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** The address of the results of one kind; of the empty search for an empty text. */
export const searchAddress = (type: SearchType, q: string) => ({
  pathname: paths.search(type),
  search: q && `?q=${encodeURIComponent(q)}`,
});

/** Results of one kind. Those of the text before stay until the next ones arrive. */
export const searchQuery = (type: SearchType, q: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.tribes.search(type, q),
    queryFn: ({ pageParam, signal }) =>
      http.get('/search', { query: { type, q, cursor: pageParam ?? undefined }, signal }),
    ...cursorPages,
    enabled: q !== '',
    placeholderData: (before, query) => (query?.queryKey[2] === type && q !== '' ? before : undefined),
  });
