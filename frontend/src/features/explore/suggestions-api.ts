import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type SuggestedTribe = Schema<'SuggestedTribe'>;
export type SuggestedPerson = Schema<'SuggestedPerson'>;
export type SuggestedTag = Schema<'SuggestedTag'>;

/** A suggestion followed or joined here stays until a later visit, so that it can be undone. */
const untilLaterVisit = { staleTime: 5 * 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const suggestedTribesQuery = queryOptions({
  queryKey: queryKeys.suggested('tribes'),
  queryFn: ({ signal }) => http.get('/discover/tribes', { signal }),
  ...untilLaterVisit,
});

export const suggestedPeopleQuery = queryOptions({
  queryKey: queryKeys.suggested('people'),
  queryFn: ({ signal }) => http.get('/discover/people', { signal }),
  ...untilLaterVisit,
});

export const suggestedTagsQuery = queryOptions({
  queryKey: queryKeys.suggested('tags'),
  queryFn: ({ signal }) => http.get('/discover/tags', { signal }),
  ...untilLaterVisit,
});
