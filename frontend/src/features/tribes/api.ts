import { directoryPageSize } from '@limits/tribes';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Params, Schema } from '../../lib/contract.ts';
import { ApiError, http } from '../../lib/http.ts';
import { useInvalidateMemberships } from '../../lib/membership-queries.ts';
import { useMutation } from '../../lib/mutation.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type Tribe = Schema<'Tribe'>;
export type TribeCard = Schema<'TribeCard'>;
export type TribeMember = Schema<'TribeMember'>;
type NewTribe = Params<'post', '/tribes'>['body'];
export type TribeChange = Params<'put', '/tribes/{tribeId}'>['body'];

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

export type MembershipStep = 'join' | 'leave' | 'join-request' | 'join-request/cancel';

export interface MembershipChange {
  step: MembershipStep;
  /** Answers to the questions that a tribe asks before joining. */
  answers?: { questionId: string; answer: string }[];
}

/** Changes the viewer's membership: join, leave, ask to join, withdraw. Resolves to the new membership. */
export function useMembershipStep(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: ({ step, answers }: MembershipChange) => {
      const path = { tribeId };
      const call =
        step === 'join' || step === 'join-request'
          ? http.post(`/tribes/{tribeId}/${step}`, { path, body: { answers } })
          : http.post(`/tribes/{tribeId}/${step}`, { path });
      return call.then(({ membership }): MyStatus => membership?.status ?? null, doneBefore);
    },
    onSettled: (_answer, _error, { step }) => invalidate(tribeId, step === 'leave'),
  });
}

type MyStatus = Schema<'MyMembership'>['status'] | null;

/** A conflict means that another tab or device has done the same, which counts as success; other errors are thrown. */
function doneBefore(error: unknown): MyStatus {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'already_member') return 'active';
  if (code === 'already_requested') return 'pending';
  if (code === 'not_member') return null;
  throw error;
}

/** The step into a tribe: joining, or asking to join. */
export const stepInto = (tribe: Pick<TribeCard, 'requiresApproval'>): MembershipStep =>
  tribe.requiresApproval ? 'join-request' : 'join';

export interface TribeDraft {
  tribe: NewTribe;
  banner: File | null;
  /** The idempotency key: the same while the same tribe is sent again. */
  key: string;
}

/** Creates a tribe, then uploads its banner. When only the upload fails, `bannerError` has the reason. */
export function useCreateTribe() {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ tribe, banner, key }: TribeDraft) => {
      const created = await http.post('/tribes', { body: tribe, idempotencyKey: key });
      const bannerError = banner
        ? await uploadBanner(created.id, { image: banner }).then(returnNull, (error: unknown) => error)
        : null;
      return { created, bannerError };
    },
    onSuccess: ({ created }) => invalidate(created.id),
  });
}

const returnNull = (): null => null;

interface BannerUpload {
  image: File;
  /** Fraction of the bytes sent, 0..1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

const uploadBanner = (tribeId: number, { image, ...options }: BannerUpload): Promise<Schema<'Banner'>> =>
  http.upload('/tribes/{tribeId}/banner', { path: { tribeId }, form: { image }, ...options });

export function useChangeTribe(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: (change: TribeChange) => http.put('/tribes/{tribeId}', { path: { tribeId }, body: change }),
    onSettled: () => invalidate(tribeId),
  });
}

/** Changes the banner of a tribe, or removes it with null. */
export function useChangeBanner(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    // A picture may replace another whose upload is being cancelled.
    parallel: (change) => change?.signal,
    mutationFn: async (change: BannerUpload | null): Promise<void> => {
      if (change) await uploadBanner(tribeId, change);
      else await http.delete('/tribes/{tribeId}/banner', { path: { tribeId } });
    },
    onSuccess: () => invalidate(tribeId),
  });
}

/** Deletes a tribe, whose name was typed to confirm it. */
export function useDeleteTribe(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: (name: string) => http.delete('/tribes/{tribeId}', { path: { tribeId }, body: { name } }),
    onSuccess: () => invalidate(tribeId, true),
  });
}

/** Offers a tribe to one of its members; its name was typed to confirm it. */
export function useOfferTribe(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: (body: Params<'post', '/tribes/{tribeId}/owner'>['body']) =>
      http.post('/tribes/{tribeId}/owner', { path: { tribeId }, body }),
    onSettled: () => invalidate(tribeId),
  });
}

/** Withdraws the offer of a tribe. */
export function useWithdrawOffer(tribeId: number) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: () => http.delete('/tribes/{tribeId}/owner', { path: { tribeId } }),
    onSettled: () => invalidate(tribeId),
  });
}

interface AnswerOfferHandlers {
  onAnswered: (answer: OfferAnswer) => void;
  onFailed: (error: Error) => void;
}

export type OfferAnswer = 'accept' | 'decline';

/** Answers the offer of a tribe. The component unmounts with the offer, so `onAnswered` is called before that. */
export function useAnswerOffer(tribeId: number, { onAnswered, onFailed }: AnswerOfferHandlers) {
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: (answer: OfferAnswer) =>
      answer === 'accept'
        ? http.post('/tribes/{tribeId}/owner/accept', { path: { tribeId } })
        : http.post('/tribes/{tribeId}/owner/decline', { path: { tribeId } }),
    onSuccess: (_done, answer) => onAnswered(answer),
    onError: onFailed,
    onSettled: () => invalidate(tribeId),
  });
}
