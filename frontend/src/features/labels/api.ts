import { queryOptions } from '@tanstack/react-query';
import type { Label } from '../../lib/followed-labels.tsx';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/**
 * The ids of the viewer's tribes with posts with a tag or of a place, those with the most first, and the numbers of
 * posts and people. Read once per visit, so that the shown tribe stays.
 */
export const labelTribesQuery = ({ kind, value }: Label) =>
  queryOptions({
    queryKey: queryKeys.tribes.withLabel(kind, value),
    queryFn: ({ signal }) => http.get('/search/tribes', { query: { [kind]: value }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
