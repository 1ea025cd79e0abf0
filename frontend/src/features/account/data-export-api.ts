import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type DataExport = Schema<'DataExport'>;

const EXPORT_EVERY_MS = 2_000;

/** The newest data export of the viewer; polled while it is in progress. */
export const dataExportQuery = queryOptions({
  queryKey: queryKeys.security.dataExport,
  queryFn: async ({ signal }) => (await http.get('/auth/me/data-export', { signal })).export,
  refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? EXPORT_EVERY_MS : false),
});

export const isInProgress = ({ state }: DataExport): boolean => state === 'waiting' || state === 'working';

/** Requests a data export; the current state is fetched again, also after a failure. */
export function useRequestDataExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await http.post('/auth/me/data-export')).export,
    onSuccess: (made) => client.setQueryData(dataExportQuery.queryKey, made),
    onError: () => client.invalidateQueries({ queryKey: dataExportQuery.queryKey }),
  });
}
