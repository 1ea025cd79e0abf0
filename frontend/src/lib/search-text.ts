import { searchMax } from '@limits/community';
import { truncate } from './text.ts';

/** Returns the search `q` of an address as a search field accepts it: without control characters, cut at the maximum. */
export const searchOf = (query: URLSearchParams): string =>
  truncate((query.get('q') ?? '').replace(/\p{Cc}/gu, ''), searchMax);
