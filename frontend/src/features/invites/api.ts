import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Params, Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useInvalidateMemberships } from '../../lib/membership-queries.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { isFinalRefusal, usePendingInvite } from './accepted-invite.ts';

export type Invite = Schema<'Invite'>;
export type InvitePreview = Schema<'InvitePreview'>;
export type NewInvite = Params<'post', '/tribes/{tribeId}/invites'>['body'];

/** The preview of an invitation. It may end at any moment, so it is fetched each time it is opened. */
export const invitePreviewQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.invites.preview(code),
    queryFn: ({ signal }) => http.get('/invites', { query: { code }, signal }),
    staleTime: 0,
  });

/** The invitations of a tribe, the newest first. */
export const invitesQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.invites.of(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/invites', { path: { tribeId }, query: { cursor }, signal }),
    ...cursorPages,
  });

/** The people who joined by an invitation, the newest first. */
export const inviteUsesQuery = (tribeId: number, inviteId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.invites.uses(inviteId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/invites/{inviteId}/uses', {
        path: { tribeId, inviteId },
        query: { cursor },
        signal,
      }),
    ...cursorPages,
  });

/** Joins the tribe of an invitation, and removes the stored one after success or a final refusal. */
export function useJoinByInvite(code: string) {
  const invalidate = useInvalidateMemberships();
  const { drop } = usePendingInvite();
  return useMutation({
    mutationFn: () => http.post('/invites/join', { body: { code } }),
    onSuccess: ({ tribeId }) => {
      drop(code);
      void invalidate(tribeId);
    },
    onError: (error) => {
      if (isFinalRefusal(error)) drop(code);
    },
  });
}

/** Creates an invitation; idempotent by its key. */
export function useMakeInvite(tribeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: NewInvite & { key: string }) =>
      http.post('/tribes/{tribeId}/invites', { path: { tribeId }, body, idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.invites.of(tribeId) }),
  });
}

export function useRevokeInvite(tribeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (inviteId: string) =>
      http.delete('/tribes/{tribeId}/invites/{inviteId}', { path: { tribeId, inviteId } }),
    // Also when it was refused: then another person has ended it.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.invites.of(tribeId) }),
  });
}
