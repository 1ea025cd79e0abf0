import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { ListDismissedSuggestionsResponse } from '@tribus/proto/identity/v1/service.ts';
import type { Deps } from './deps.ts';
import { tagOf } from './followed-labels.ts';
import type { SuggestionKey } from './store/dismissed-suggestions.ts';

/** Suggestions that a user does not want to see again; invisible to others (docs/decisions/0049). */

type DismissalDeps = Pick<Deps, 'ctx' | 'store'>;

export const suggestedTribe = (tribeId: number): SuggestionKey => ({ kind: 'tribe', value: String(tribeId) });
export const suggestedPerson = (userId: string): SuggestionKey => ({ kind: 'person', value: userId.toLowerCase() });
/** Throws 400 `label_empty` when nothing remains of the tag. */
export const suggestedTag = (typed: string): SuggestionKey => ({ kind: 'tag', value: tagOf(typed).value });

/**
 * Leaves a tribe, person or tag out of the actor's suggestions; idempotent. Concurrent requests of one user are
 * serialised, so that the limit holds. Throws 404 for an unknown person.
 */
export async function dismissSuggestion(
  { ctx, store }: DismissalDeps,
  actor: Actor,
  key: SuggestionKey,
): Promise<void> {
  const personId = key.kind === 'person' ? key.value : null;
  await store.transaction(async (tx) => {
    if (!(await tx.users.lock(actor.id))) throw fail('unauthenticated');
    if (personId && !(await tx.users.lockAgainstDeletion(personId))) throw fail('not_found');
    await tx.dismissedSuggestions.add({ userId: actor.id, ...key, personId, dismissedAt: ctx.clock.now() });
    await tx.dismissedSuggestions.deleteOldest(actor.id);
  });
}

/** Allows the suggestion again; no effect when it was not dismissed. */
export const restoreSuggestion = ({ store }: DismissalDeps, actor: Actor, key: SuggestionKey): Promise<void> =>
  store.dismissedSuggestions.remove(actor.id, key);

/** For the services that make suggestions. */
export async function listDismissedSuggestions(
  { store }: Pick<Deps, 'store'>,
  userId: string,
): Promise<ListDismissedSuggestionsResponse> {
  const dismissed = await store.dismissedSuggestions.ofUser(userId);
  const of = (wanted: SuggestionKey['kind']) =>
    dismissed.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));
  return { tribeIds: of('tribe').map(Number), userIds: of('person'), tags: of('tag') };
}
