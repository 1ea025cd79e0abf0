/** A list of which another page can be loaded; loading it does nothing. */
export const samplePages = {
  hasNextPage: true,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: () => new Promise<never>(() => undefined),
};
