import { truncate } from './text.ts';

/** Maximum length of a search, as in the API. */
export const searchMax = 100;

/** Returns the search `q` of an address as a search field accepts it: without control characters, cut at the maximum. */
export const searchOf = (query: URLSearchParams): string =>
  truncate((query.get('q') ?? '').replace(/\p{Cc}/gu, ''), searchMax);
