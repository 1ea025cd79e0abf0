import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Params, Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useInvalidateMemberships } from '../../lib/membership-changes.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { isFinalRefusal, useKeptInvite } from './accepted-invite.ts';

export type Invite = Schema<'Invite'>;
export type InvitePreview = Schema<'InvitePreview'>;
export type NewInvite = Params<'post', '/tribes/{tribeId}/invites'>['body'];

/** What an invitation opens. It may end at any moment, so it is asked for anew each time it is opened. */
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

/** Who came by an invitation, the newest first. */
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

/** Joins the tribe of an invitation, which is kept no longer then, nor when it was refused for good. */
export function useJoinByInvite(code: string) {
  const invalidate = useInvalidateMemberships();
  const { drop } = useKeptInvite();
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

/** Makes an invitation; the same wish under the same key makes one. */
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
    // Also when it was refused: somebody else has ended it then.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.invites.of(tribeId) }),
  });
}
