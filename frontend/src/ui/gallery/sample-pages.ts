import type { PagedState } from '../load-more.tsx';

/** A list of which another page can be loaded; loading it does nothing. */
export const samplePages: PagedState = {
  data: undefined,
  hasNextPage: true,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: () => new Promise(() => undefined),
};
