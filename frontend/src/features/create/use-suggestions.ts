import { searchMax } from '@limits/community';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { truncate } from '../../lib/text.ts';
import { useSettled } from '../../lib/use-settled.ts';
import type { Suggestion } from './suggest-input.tsx';

/** The pause in typing before a search. */
const PAUSE_MS = 250;
const SHOWN = 6;

const suggestionsQuery = (type: 'tags' | 'places', q: string) =>
  queryOptions({
    queryKey: queryKeys.suggestions(type, q),
    queryFn: ({ signal }) => http.get('/search', { query: { type, q, limit: SHOWN }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

/** Returns tags or places of earlier posts that begin with the text; none while it is blank or when the search fails. */
export function useSuggestions(type: 'tags' | 'places', typed: string): Suggestion[] {
  const q = truncate(useSettled(typed.replace(/^#/, '').trim(), PAUSE_MS), searchMax);
  const { data } = useQuery(suggestionsQuery(type, q));
  if (q === '' || typed.trim() === '') return [];
  return (data?.items ?? []).flatMap((item) => {
    if (item.type === 'tag') return [{ value: item.tag, label: `#${item.tag}` }];
    return item.type === 'place' ? [{ value: item.place, label: item.place }] : [];
  });
}
