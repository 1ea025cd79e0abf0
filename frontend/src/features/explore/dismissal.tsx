import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { updateOptimistically } from '../../lib/optimistic.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { onSinglePress } from '../../ui/single-press.ts';
import { toast } from '../../ui/toast.tsx';

/** What a suggestion is about. */
export type Suggestion = { kind: 'tribe'; id: number } | { kind: 'person'; id: string } | { kind: 'tag'; id: string };

export const keyOf = ({ kind, id }: Suggestion): string => `${kind} ${id}`;

/** The keys of suggestions dismissed on this device, which lists fetched before still contain. */
const dismissedQuery = queryOptions<readonly string[]>({
  queryKey: queryKeys.suggested('dismissed'),
  queryFn: () => [],
  enabled: false,
});

/** Returns a function: whether a suggestion has been dismissed on this device. */
export function useIsDismissed(): (suggestion: Suggestion) => boolean {
  const { data: keys = [] } = useQuery(dismissedQuery);
  return (suggestion) => keys.includes(keyOf(suggestion));
}

function dismiss(suggestion: Suggestion) {
  if (suggestion.kind === 'tribe')
    return http.put('/auth/me/dismissed-suggestions/tribes/{tribeId}', { path: { tribeId: suggestion.id } });
  if (suggestion.kind === 'person')
    return http.put('/auth/me/dismissed-suggestions/people/{userId}', { path: { userId: suggestion.id } });
  return http.put('/auth/me/dismissed-suggestions/tags/{tag}', { path: { tag: suggestion.id } });
}

function restore(suggestion: Suggestion) {
  if (suggestion.kind === 'tribe')
    return http.delete('/auth/me/dismissed-suggestions/tribes/{tribeId}', { path: { tribeId: suggestion.id } });
  if (suggestion.kind === 'person')
    return http.delete('/auth/me/dismissed-suggestions/people/{userId}', { path: { userId: suggestion.id } });
  return http.delete('/auth/me/dismissed-suggestions/tags/{tag}', { path: { tag: suggestion.id } });
}

const undoMs = 8_000;

/** Dismisses a suggestion: at once on the screen, with an undo. */
function useDismissal(suggestion: Suggestion, name: string): () => void {
  const client = useQueryClient();
  const { t } = useTexts('explore');
  const { queryKey } = dismissedQuery;
  const target = {
    key: queryKey,
    shownBy: [],
    read: () => client.getQueryData(queryKey) ?? [],
    write: (keys: readonly string[]) => client.setQueryData(queryKey, keys),
    next: changeKeys,
    send: async (change: Change, confirmed: readonly string[]) => {
      await (change.isDismissed ? dismiss : restore)(change.suggestion);
      return changeKeys(confirmed, change);
    },
  };
  const set = (isDismissed: boolean) =>
    void updateOptimistically(client, target, { suggestion, isDismissed }).catch(toastFailure);
  return () => {
    set(true);
    toast(() => t('explore.suggested.dismissed', { name }), {
      action: { label: () => t('explore.suggested.undo'), run: () => set(false) },
      durationMs: undoMs,
    });
  };
}

interface Change {
  suggestion: Suggestion;
  isDismissed: boolean;
}

function changeKeys(keys: readonly string[], { suggestion, isDismissed }: Change): readonly string[] {
  const others = keys.filter((key) => key !== keyOf(suggestion));
  return isDismissed ? [...others, keyOf(suggestion)] : others;
}

/** Removes a suggestion for good. The next one may be under the pointer at a second press, which has no effect. */
export function DismissButton({ suggestion, name }: { suggestion: Suggestion; name: string }) {
  const { t } = useTexts('explore');
  const run = useDismissal(suggestion, name);
  return (
    <IconButton
      tip="none"
      label={t('explore.suggested.dismiss', { name })}
      icon={<X />}
      // Its target reaches over the padding of the row and the gap before it.
      className="-mx-3 [&_svg]:size-4.5"
      onClick={onSinglePress(run)}
    />
  );
}
