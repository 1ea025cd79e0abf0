import type {
  Banner,
  JoinAnswer,
  Members,
  NewTribe,
  PendingMembers,
  Tribe,
  TribeCard,
  TribeChange,
  Tribes,
} from '@api/tribes';
import { directoryPageSize } from '@limits/tribes';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';

/** The directory, twelve a page. */
export const directoryQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['tribes', 'directory', q],
    queryFn: ({ pageParam, signal }) =>
      http.get<Tribes>('tribes', { query: { page: pageParam, pageSize: directoryPageSize, q }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages, page) =>
      last.items.length > 0 && pages.reduce((sum, { items }) => sum + items.length, 0) < last.total
        ? page + 1
        : undefined,
  });

export const tribeQuery = (id: number) =>
  queryOptions({ queryKey: ['tribe', id], queryFn: ({ signal }) => http.get<Tribe>(`tribes/${id}`, { signal }) });

export const membersQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['tribe', id, 'members'],
    queryFn: ({ pageParam, signal }) =>
      http.get<Members>(`tribes/${id}/members`, { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

export const pendingQuery = (id: number) =>
  queryOptions({
    queryKey: ['tribe', id, 'pending'],
    queryFn: ({ signal }) => http.get<PendingMembers>(`tribes/${id}/members/pending`, { signal }),
    refetchInterval: 20_000,
  });

/**
 * What everybody's lists know of a membership is asked anew. Of a tribe that is `left` nothing more is asked at once:
 * its page is about to go, and the answer would be that it is closed.
 */
function useForgetMemberships() {
  const client = useQueryClient();
  return (tribeId: number, left = false) => {
    const refetchType = left ? 'none' : 'active';
    return Promise.all([
      client.invalidateQueries({ queryKey: ['memberships'] }),
      client.invalidateQueries({ queryKey: ['tribes'] }),
      client.invalidateQueries({ queryKey: ['tribe', tribeId], refetchType }),
      client.invalidateQueries({ queryKey: ['feed', tribeId], refetchType }),
      client.invalidateQueries({ queryKey: ['points'] }),
    ]);
  };
}

export type MembershipStep = 'join' | 'leave' | 'join-request' | 'join-request/cancel';

/** What one does about one's own membership. */
export function useMembershipStep(tribeId: number) {
  const forget = useForgetMemberships();
  return useMutation({
    mutationFn: (step: MembershipStep) => http.post<JoinAnswer>(`tribes/${tribeId}/${step}`),
    onSettled: (_answer, _error, step) => forget(tribeId, step === 'leave'),
  });
}

/** How one gets in: at once, or by asking. */
export const stepInto = (tribe: Pick<TribeCard, 'requiresApproval'>): MembershipStep =>
  tribe.requiresApproval ? 'join-request' : 'join';

export interface TribeDraft {
  tribe: NewTribe;
  banner: File | null;
  /** Stays the same while a person sends the same again. */
  key: string;
}

/** Creates a tribe, then gives it its picture; without the picture the tribe stands all the same. */
export function useCreateTribe() {
  const forget = useForgetMemberships();
  return useMutation({
    mutationFn: async ({ tribe, banner, key }: TribeDraft) => {
      const created = await http.post<Tribe>('tribes', tribe, { idempotencyKey: key });
      const bannerError = banner
        ? await uploadBanner(created.id, banner).then(nothing, (error: unknown) => error)
        : null;
      return { created, bannerError };
    },
    onSuccess: ({ created }) => forget(created.id),
  });
}

const nothing = (): null => null;

function uploadBanner(tribeId: number, file: File): Promise<Banner> {
  const form = new FormData();
  form.append('image', file);
  return http.upload<Banner>(`tribes/${tribeId}/banner`, form);
}

export function useChangeTribe(tribeId: number) {
  const forget = useForgetMemberships();
  return useMutation({
    mutationFn: async ({ change, banner }: { change: TribeChange; banner: File | null }) => {
      await http.put<Tribe>(`tribes/${tribeId}`, change);
      if (banner) await uploadBanner(tribeId, banner);
    },
    onSettled: () => forget(tribeId),
  });
}

export function useDeleteTribe(tribeId: number) {
  const forget = useForgetMemberships();
  return useMutation({
    mutationFn: () => http.delete(`tribes/${tribeId}`),
    onSuccess: () => forget(tribeId, true),
  });
}

export function useResolveRequest(tribeId: number) {
  const forget = useForgetMemberships();
  return useMutation({
    mutationFn: ({ userId, decision }: { userId: string; decision: 'approve' | 'reject' }) =>
      http.post(`tribes/${tribeId}/members/${userId}/${decision}`),
    onSettled: () => forget(tribeId),
  });
}
