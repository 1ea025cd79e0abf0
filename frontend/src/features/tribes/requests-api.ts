import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { type Decision, dropRequest } from '../../lib/membership-changes.ts';
import { useInvalidateMemberships } from '../../lib/membership-queries.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type PendingMember = Schema<'PendingMember'>;

/** The page size, and the maximum of requests per decision. */
const PAGE_SIZE = 100;

/** The join requests of a tribe, the oldest first; for its moderators. */
export const pendingQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.tribe.pendingMembers(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/members/pending', { path: { tribeId }, query: { cursor, limit: PAGE_SIZE }, signal }),
    ...cursorPages,
    refetchInterval: 20_000,
  });

interface Resolution {
  action: Decision;
  userIds: readonly string[];
}

/**
 * Answers requests, up to a hundred in one call. Answered requests are removed from the lists on the screen;
 * `onResolved` receives those that this call has answered: the others were answered by another moderator, or withdrawn.
 */
export function useResolveRequests(tribeId: number, onResolved: (userIds: readonly string[]) => void) {
  const client = useQueryClient();
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: async ({ action, userIds }: Resolution) => {
      const all: string[] = [];
      for (let from = 0; from < userIds.length; from += PAGE_SIZE) {
        const some = userIds.slice(from, from + PAGE_SIZE);
        const body = { action, userIds: some };
        const { resolved } = await http.post('/tribes/{tribeId}/members/resolve', { path: { tribeId }, body });
        onResolved(resolved);
        for (const userId of some) dropRequest(client, tribeId, userId);
        all.push(...resolved);
      }
      return all;
    },
    onSettled: () => void invalidate(tribeId),
  });
}

/** Adds a note to a request, for the other moderators. */
export function useNoteRequest(tribeId: number, userId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.tribe.pendingMembers(tribeId);
  return useMutation({
    mutationFn: (text: string) =>
      http.post('/tribes/{tribeId}/members/{userId}/notes', { path: { tribeId, userId }, body: { text } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
