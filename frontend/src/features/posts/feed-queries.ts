import { feedPageSize } from '@limits/content';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Label } from '../../lib/followed-labels.tsx';
import { http } from '../../lib/http.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The posts of a tribe with a tag or of a place. */
export const labelFeedQuery = (tribeId: number, label: Label) =>
  infiniteQueryOptions({
    queryKey: queryKeys.feed.labelled(tribeId, label.kind, label.value),
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: feedPageSize, cursor, [label.kind]: label.value };
      return http.get('/tribes/{tribeId}/posts', { path: { tribeId }, query, signal });
    },
    ...cursorPages,
  });

/** The posts of all tribes of the viewer. */
export const homeFeedQuery = infiniteQueryOptions({
  queryKey: queryKeys.feed.home,
  queryFn: ({ pageParam: cursor, signal }) =>
    http.get('/home/feed', { query: { limit: feedPageSize, cursor }, signal }),
  ...cursorPages,
});
