import { queryOptions } from '@tanstack/react-query';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/** The levels of a tribe with their challenges. */
export const configQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.levels.config(tribeId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}/config', { path: { tribeId }, signal }),
  });
