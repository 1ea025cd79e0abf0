import { queryOptions } from '@tanstack/react-query';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/** My points and level in all tribes. */
export const myPointsQuery = queryOptions({
  queryKey: queryKeys.points.mine,
  queryFn: ({ signal }) => http.get('/gamification/me', { signal }),
});
