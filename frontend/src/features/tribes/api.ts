import { directoryPageSize } from '@limits/tribes';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import type { Params, Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useInvalidateMemberships } from '../../lib/membership-changes.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type Tribe = Schema<'Tribe'>;
export type TribeCard = Schema<'TribeCard'>;
export type TribeMember = Schema<'TribeMember'>;
type NewTribe = Params<'post', '/tribes'>['body'];
type TribeChange = Params<'put', '/tribes/{tribeId}'>['body'];

/** The directory, twelve tribes a page. */
export const directoryQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.tribes.directory(q),
    queryFn: ({ pageParam: page, signal }) =>
      http.get('/tribes', { query: { page, pageSize: directoryPageSize, q }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages, page) =>
      last.items.length > 0 && pages.reduce((sum, { items }) => sum + items.length, 0) < last.total
        ? page + 1
        : undefined,
  });

export const membersQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.tribe.members(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/members', { path: { tribeId }, query: { cursor }, signal }),
    ...cursorPages,
  });

export const pendingQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.tribe.pendingMembers(tribeId),
    queryFn: ({ signal }) => http.get('/tribes/{tribeId}/members/pending', { path: { tribeId }, signal }),
    refetchInterval: 20_000,
  });

export type MembershipStep = 'join' | 'leave' | 'join-request' | 'join-request/cancel';

/** Changes my own membership: join, leave, ask to join, withdraw. */
export function useMembershipStep(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: (step: MembershipStep) => http.post(`/tribes/{tribeId}/${step}`, { path: { tribeId } }),
    onSettled: (_answer, _error, step) => invalidate(tribeId, step === 'leave'),
  });
}

/** The step that gets into a tribe: joining, or asking to. */
export const stepInto = (tribe: Pick<TribeCard, 'requiresApproval'>): MembershipStep =>
  tribe.requiresApproval ? 'join-request' : 'join';

export interface TribeDraft {
  tribe: NewTribe;
  banner: File | null;
  /** The idempotency key: the same while the same tribe is sent again. */
  key: string;
}

/** Creates a tribe, then uploads its banner. When only the upload fails, `bannerError` says why. */
export function useCreateTribe() {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ tribe, banner, key }: TribeDraft) => {
      const created = await http.post('/tribes', { body: tribe, idempotencyKey: key });
      const bannerError = banner
        ? await uploadBanner(created.id, banner).then(nothing, (error: unknown) => error)
        : null;
      return { created, bannerError };
    },
    onSuccess: ({ created }) => invalidate(created.id),
  });
}

const nothing = (): null => null;

const uploadBanner = (tribeId: number, image: File): Promise<Schema<'Banner'>> =>
  http.upload('/tribes/{tribeId}/banner', { path: { tribeId }, form: { image } });

export function useChangeTribe(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ change, banner }: { change: TribeChange; banner: File | null }) => {
      await http.put('/tribes/{tribeId}', { path: { tribeId }, body: change });
      if (banner) await uploadBanner(tribeId, banner);
    },
    onSettled: () => invalidate(tribeId),
  });
}

export function useDeleteTribe(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: () => http.delete('/tribes/{tribeId}', { path: { tribeId } }),
    onSuccess: () => invalidate(tribeId, true),
  });
}
