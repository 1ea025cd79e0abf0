import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { useMutation } from '../../lib/mutation.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { sharedCall } from '../../lib/shared-call.ts';

export type OwnSanction = Schema<'OwnSanction'>;

/** The viewer's sanctions; fetched again when the window regains focus, since they end by themselves. */
export const ownSanctionsQuery = queryOptions({
  queryKey: queryKeys.ownSanctions,
  queryFn: async ({ signal }) => (await http.get('/auth/me/sanctions', { signal })).items,
  staleTime: 60_000,
  refetchOnWindowFocus: true,
});

/** Confirms a warning, or appeals against a silence. */
export function useAnswerSanction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, text }: { id: string; text?: string }) =>
      text === undefined
        ? http.post('/auth/me/sanctions/{id}/seen', { path: { id } })
        : http.post('/auth/me/sanctions/{id}/appeal', { path: { id }, body: { text } }),
    parallel: ({ id }) => id,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.ownSanctions }),
  });
}

interface SuspendedAppeal {
  proof: string;
  text: string;
}

const appealSuspension = sharedCall(({ idempotencyKey, ...appeal }: SuspendedAppeal & { idempotencyKey: string }) =>
  http.post('/auth/appeals', { body: appeal, anonymous: true, idempotencyKey }),
);

/** The appeal of a person who cannot sign in, with the token of the refused sign-in. */
export function useAppealSuspension() {
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: (appeal: SuspendedAppeal) =>
      appealSuspension({ ...appeal, idempotencyKey: keys.keyFor(appeal.proof, appeal.text) }),
  });
}
