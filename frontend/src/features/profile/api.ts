import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type PublicProfile = Schema<'PublicProfile'>;
export type Photo = Schema<'Photo'>;
export type Visibility = Schema<'ProfileVisibility'>;

/** The profile of a person as the viewer may see it. */
export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.profile(userId),
    queryFn: ({ signal }) => http.get('/auth/public/{userId}', { path: { userId }, signal }),
  });
