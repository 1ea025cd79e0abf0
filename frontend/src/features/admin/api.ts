import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Answer, Params, Schema } from '../../lib/contract.ts';
import { ApiError, http, isNotFound } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { mergeIntoOwnAccount } from '../../lib/own-account.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';

export type AdminUser = Schema<'AdminUser'>;
export type MembershipOf = Schema<'Membership'>;
export type SessionOf = Answer<'get', '/admin/users/{id}/sessions'>['items'][number];
export type Sanction = Schema<'Sanction'>;
export type NewSanction = Params<'post', '/admin/users/{id}/sanctions'>['body'];
export type UserChange = Params<'put', '/admin/users/{id}'>['body'];
export type NewUser = Params<'post', '/admin/users'>['body'];

/** Part 1, section 9. */
export const PAGE_SIZE = 20;
const ONLINE_EVERY_MS = 30_000;

export const usersQuery = (page: number, q: string) =>
  queryOptions({
    queryKey: queryKeys.admin.users(page, q),
    queryFn: ({ signal }) => http.get('/admin/users', { query: { page, pageSize: PAGE_SIZE, q }, signal }),
    placeholderData: keepPreviousData,
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.user(id),
    queryFn: ({ signal }) => http.get('/admin/users/{id}', { path: { id }, signal }),
  });

/** The number of people online, fetched every half minute. */
export const onlineQuery = queryOptions({
  queryKey: queryKeys.admin.online,
  queryFn: ({ signal }) => http.get('/admin/online-count', { signal }),
  refetchInterval: ONLINE_EVERY_MS,
  retry: false,
});

export const membershipsOfQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.memberships(id),
    queryFn: async ({ signal }) => (await http.get('/admin/users/{id}/memberships', { path: { id }, signal })).items,
  });

export const sessionsOfQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.sessions(id),
    queryFn: async ({ signal }) => (await http.get('/admin/users/{id}/sessions', { path: { id }, signal })).items,
  });

export const sanctionsOfQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admin.sanctions(id),
    queryFn: async ({ signal }) => (await http.get('/admin/users/{id}/sanctions', { path: { id }, signal })).items,
  });

export const appealsQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.appeals,
  queryFn: ({ pageParam, signal }) => http.get('/admin/appeals', { query: { cursor: pageParam }, signal }),
  ...cursorPages,
});

/** Whether another admin has probably changed or deleted the object since it was shown. */
const isOutdated = (error: Error): boolean => isNotFound(error) || (error instanceof ApiError && error.status === 409);

interface AdminChange<V> {
  parallel?: (variables: V) => unknown;
  /** Instead of the invalidation of all queries of accounts, after success. */
  onSuccess?: () => Promise<void>;
}

/**
 * Changes an account or its dependents and invalidates all queries of accounts, also when the screen turns out to be
 * outdated.
 */
function useAdminChange<V, R>(change: (variables: V) => Promise<R>, { parallel, onSuccess }: AdminChange<V> = {}) {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.admin.all });
  return useMutation({
    mutationFn: change,
    parallel,
    onSuccess: onSuccess ?? readAgain,
    onError: (error) => {
      if (isOutdated(error)) void readAgain();
    },
  });
}

export const useCreateUser = () => useAdminChange((body: NewUser) => http.post('/admin/users', { body }));

/** A change of the admin's own account is shown by the rest of the app, too; without the role this screen closes. */
export function useChangeUser(id: string) {
  const client = useQueryClient();
  return useAdminChange(async (body: UserChange) => {
    const user = await http.put('/admin/users/{id}', { path: { id }, body });
    if (user.id === session.get().user?.id) {
      const { name, role, avatarUrl } = user;
      mergeIntoOwnAccount(client, { id, name, role, avatarUrl });
    }
    return user;
  });
}

/** Whether the limits of the new account are lifted. */
export const useLiftLimits = (id: string) =>
  useAdminChange((lifted: boolean) => http.put('/admin/users/{id}/limits', { path: { id }, body: { lifted } }));

/**
 * Deletes an account. The queries of it are not sent again: they would find nothing, and their error would replace the
 * parts of its sheet before it closes.
 */
export function useDeleteUser(id: string) {
  const client = useQueryClient();
  const { all } = queryKeys.admin;
  return useAdminChange(() => http.delete('/admin/users/{id}', { path: { id } }), {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: all, refetchType: 'none' });
      await client.refetchQueries({
        queryKey: all,
        type: 'active',
        predicate: ({ queryKey }) => !queryKey.includes(id),
      });
    },
  });
}

export const useEndSessions = (id: string) =>
  useAdminChange(() => http.delete('/admin/users/{id}/sessions', { path: { id } }));

type MembershipChange = { tribeId: number; change: 'add' | 'remove' | 'officer' | 'member' };

const tribeOf = ({ tribeId }: MembershipChange): number => tribeId;

export const useChangeMembership = (id: string) =>
  useAdminChange(
    ({ tribeId, change }: MembershipChange) => {
      const path = { id, tribeId };
      if (change === 'add') return http.post('/admin/users/{id}/memberships', { path: { id }, body: { tribeId } });
      if (change === 'remove') return http.delete('/admin/users/{id}/memberships/{tribeId}', { path });
      return http.put('/admin/users/{id}/memberships/{tribeId}', { path, body: { role: change } });
    },
    { parallel: tribeOf },
  );

export const useAddSanction = (id: string) =>
  useAdminChange((body: NewSanction) => http.post('/admin/users/{id}/sanctions', { path: { id }, body }));

export const useLift = () =>
  useAdminChange(({ id, note }: { id: string; note: string }) =>
    http.post('/admin/sanctions/{id}/lift', { path: { id }, body: { note } }),
  );

export const useAnswerAppeal = () =>
  useAdminChange(({ id, ...body }: { id: string; outcome: 'upheld' | 'lifted'; answer: string }) =>
    http.put('/admin/sanctions/{id}/appeal', { path: { id }, body }),
  );

export type AuditEntry = Schema<'AuditEntry'>;
export type AuditFilter = Omit<NonNullable<Params<'get', '/admin/audit'>['query']>, 'limit' | 'cursor'>;

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.audit(filter),
    queryFn: ({ pageParam, signal }) => http.get('/admin/audit', { query: { ...filter, cursor: pageParam }, signal }),
    ...cursorPages,
  });
