import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Answer, Schema } from './contract.ts';
import { http, messageOf } from './http.ts';
import { useInvalidateMemberships } from './membership-queries.ts';
import { useMutation } from './mutation.ts';
import { cancelShown } from './optimistic.ts';
import { findInPages, patchInPages } from './pages.ts';
import { queryKeys } from './query-keys.ts';

/*
 * Cache updates after a changed membership. Shared here because they are the same for every feature that changes one,
 * and features do not import each other.
 */

export type Decision = 'approve' | 'reject';

/** The text of a failed decision: the given sentence (part 2, section 8), and the server's reason if there is one. */
export const failedDecision = (sentence: string, error: unknown): string =>
  [sentence, messageOf(error, '')].filter(Boolean).join('. ');

/**
 * Approves or rejects a request to join, which then leaves the requests of the tribe and the inbox. On an error another
 * person may have decided it: both lists are fetched again.
 */
export function useDecideJoinRequest(tribeId: number) {
  const client = useQueryClient();
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: ({ userId, decision }: { userId: string; decision: Decision }) =>
      http.post(`/tribes/{tribeId}/members/{userId}/${decision}`, { path: { tribeId, userId } }),
    parallel: ({ userId }) => userId,
    onSuccess: (_answer, { userId }) => dropRequest(client, tribeId, userId),
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.notifications.all }),
    onSettled: () => void invalidate(tribeId),
  });
}

type Notification = Schema<'Notification'>;
type PendingPage = Answer<'get', '/tribes/{tribeId}/members/pending'>;

/** Removes a decided request from the lists: the server deletes its notifications a moment later. */
export function dropRequest(client: QueryClient, tribeId: number, userId: string): void {
  const pending = queryKeys.tribe.pendingMembers(tribeId);
  const inbox = queryKeys.notifications.list;
  for (const key of [pending, inbox]) cancelShown(client, key);
  client.setQueryData<InfiniteData<PendingPage>>(
    pending,
    (shown) =>
      shown && {
        ...shown,
        pages: shown.pages.map((page) => ({ ...page, items: page.items.filter(({ user }) => user.id !== userId) })),
      },
  );
  const asks = ({ type, data }: Notification): boolean =>
    type === 'join_request' && data.tribeId === tribeId && data.requesterId === userId;
  const request = findInPages(client.getQueryData<InfiniteData<Answer<'get', '/notifications'>>>(inbox), asks);
  if (request)
    client.setQueryData(
      inbox,
      patchInPages(request.id, (_request: Notification) => null),
    );
}
