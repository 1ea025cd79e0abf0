import { infiniteQueryOptions, type MutationFunction, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Params, Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { sharedCall } from '../../lib/shared-call.ts';

export type Security = Schema<'Security'>;
export type OwnSession = Schema<'Session'>;
export type SignInEntry = Schema<'SignInEntry'>;
export type Passkey = Schema<'Passkey'>;

/** A new proof of identity; absent for an account without a password. */
export interface Proof {
  currentPassword?: string;
}

export const securityQuery = queryOptions({
  queryKey: queryKeys.security.state,
  queryFn: ({ signal }) => http.get('/auth/me/security', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.security.sessions,
  queryFn: async ({ signal }) => (await http.get('/auth/sessions', { signal })).items,
});

export const passkeysQuery = queryOptions({
  queryKey: queryKeys.security.passkeys,
  queryFn: async ({ signal }) => (await http.get('/auth/me/passkeys', { signal })).items,
});

export const signInsQuery = infiniteQueryOptions({
  queryKey: queryKeys.security.signIns,
  queryFn: ({ pageParam, signal }) => http.get('/auth/sign-ins', { query: { cursor: pageParam }, signal }),
  ...cursorPages,
});

/** Changes the account's security settings and then invalidates them; the mutation does not wait for the refetch. */
function useChange<Input, Result>(mutationFn: MutationFunction<Result, Input>, parallel?: (input: Input) => unknown) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    parallel,
    onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.security.all }),
  });
}

export const useChangePassword = () =>
  useChange((body: Params<'put', '/auth/me/password'>['body']) => http.put('/auth/me/password', { body }));

export const useChangeEmail = () =>
  useChange((body: Params<'put', '/auth/me/email'>['body']) => http.put('/auth/me/email', { body }));

export const useBeginSecondFactor = () => useChange((body: Proof) => http.put('/auth/me/second-factor', { body }));

/** A code works once, so a second click must not send it again. */
const confirmSecondFactor = sharedCall((code: string) =>
  http.put('/auth/me/second-factor/confirmation', { body: { code } }),
);
const renewCodes = sharedCall((body: Proof & { code: string }) => http.put('/auth/me/recovery-codes', { body }));
const disableSecondFactor = sharedCall((body: Proof & { code: string }) =>
  http.delete('/auth/me/second-factor', { body }),
);

export const useConfirmSecondFactor = () => useChange(confirmSecondFactor);

export const useRenewCodes = () => useChange(renewCodes);

export const useDisableSecondFactor = () => useChange(disableSecondFactor);

const loadPasskeyMaking = () => loadChunk(() => import('./passkey-making.ts'));

/** Loads the code while the form is filled in: the browser asks for the passkey only shortly after a press. */
export const preloadPasskeyMaking = (): void => {
  // The press loads it again and reports a failure.
  loadPasskeyMaking().catch(() => undefined);
};

export const useAddPasskey = () =>
  useChange(async ({ name, ...proof }: Proof & { name: string }) =>
    (await loadPasskeyMaking()).makePasskey(name, proof),
  );

export const useRenamePasskey = () =>
  useChange(({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
    http.put('/auth/me/passkeys/{id}', { path: { id }, body: { name } }),
  );

export const useRemovePasskey = () =>
  useChange(({ id, ...body }: Proof & Pick<Passkey, 'id'>) =>
    http.delete('/auth/me/passkeys/{id}', { path: { id }, body }),
  );

/** Ends one session, or all others; removed from the list at once, and restored when that fails. */
export function useEndSessions() {
  const client = useQueryClient();
  const key = sessionsQuery.queryKey;
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? http.delete('/auth/sessions') : http.delete('/auth/sessions/{id}', { path: { id } }),
    parallel: (id) => id,
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      client.setQueryData(key, (items = []) => items.filter((each) => each.current || (id !== null && each.id !== id)));
      return before;
    },
    onError: (_error, _id, before) => client.setQueryData(key, before),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
