import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const adsQuery = queryOptions({
  queryKey: queryKeys.ads,
  queryFn: ({ signal }) => http.get('/admin/ads-config', { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});
