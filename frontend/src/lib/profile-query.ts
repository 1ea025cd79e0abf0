import { queryOptions } from '@tanstack/react-query';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/** The profile of a person as the viewer may see it. */
export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.profile(userId),
    queryFn: ({ signal }) => http.get('/auth/public/{userId}', { path: { userId }, signal }),
  });
