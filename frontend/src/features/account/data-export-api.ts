import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type DataExport = Schema<'DataExport'>;

const EXPORT_EVERY_MS = 2_000;

/** The newest copy of one's data; asked for again while it is made. */
export const dataExportQuery = queryOptions({
  queryKey: queryKeys.security.dataExport,
  queryFn: async ({ signal }) => (await http.get('/auth/me/data-export', { signal })).export,
  refetchInterval: ({ state: { data } }) => (data && isInTheMaking(data) ? EXPORT_EVERY_MS : false),
});

export const isInTheMaking = ({ state }: DataExport): boolean => state === 'waiting' || state === 'working';

/** Asks for a copy; also where that is refused, what there is is asked for again. */
export function useRequestDataExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await http.post('/auth/me/data-export')).export,
    onSuccess: (made) => client.setQueryData(dataExportQuery.queryKey, made),
    onError: () => client.invalidateQueries({ queryKey: dataExportQuery.queryKey }),
  });
}
