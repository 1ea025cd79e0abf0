import { infiniteQueryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const PAGE_SIZE = 50;

/** The people whom the viewer follows, the newest first. */
export const followingQuery = infiniteQueryOptions({
  queryKey: queryKeys.following,
  queryFn: async ({ pageParam, signal }) => {
    const { users, nextCursor } = await http.get('/auth/me/following', {
      query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined },
      signal,
    });
    return { items: users, nextCursor };
  },
  ...cursorPages,
});
