import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type ListedPerson = Schema<'ListedPerson'>;

/** The people whom the viewer blocked, the newest first. */
export const blocksQuery = infiniteQueryOptions({
  queryKey: queryKeys.safety.blocks,
  queryFn: ({ pageParam, signal }) =>
    http.get('/auth/me/blocks', { query: { cursor: pageParam ?? undefined }, signal }),
  ...cursorPages,
});

/** Sends a change and invalidates the lists; feeds are fetched again when they are opened next. */
export function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.safety.all });
      await client.invalidateQueries({ queryKey: queryKeys.feed.all, refetchType: 'none' });
    },
  });
}

export const muteText = (kind: 'words' | 'tags', text: string) =>
  kind === 'words'
    ? http.put('/auth/me/mutes/words', { body: { word: text } })
    : http.put('/auth/me/mutes/tags', { body: { tag: text } });

export const unmuteText = (kind: 'words' | 'tags', text: string) =>
  kind === 'words'
    ? http.delete('/auth/me/mutes/words', { body: { word: text } })
    : http.delete('/auth/me/mutes/tags', { body: { tag: text } });
