import { type InfiniteData, type QueryClient, type QueryKey, queryOptions, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/** A person as shown on the screen; in a tribe that hides their identity, `id` is a pseudonym valid only there. */
export interface ShownUser {
  id: string;
  name: string;
  restrictedHigher?: boolean;
}

const named = ({ id, restrictedHigher }: ShownUser, tribeId: number | undefined) => ({
  path: { userId: id },
  query: restrictedHigher && tribeId !== undefined ? { tribeId } : {},
});

export const blockUser = (person: ShownUser, tribeId?: number) =>
  http.put('/auth/me/blocks/users/{userId}', named(person, tribeId));
export const unblockUser = (person: ShownUser, tribeId?: number) =>
  http.delete('/auth/me/blocks/users/{userId}', named(person, tribeId));
export const muteUser = (person: ShownUser, tribeId?: number) =>
  http.put('/auth/me/mutes/users/{userId}', named(person, tribeId));
export const unmuteUser = (person: ShownUser, tribeId?: number) =>
  http.delete('/auth/me/mutes/users/{userId}', named(person, tribeId));

export const muteTribe = (tribeId: number) => http.put('/auth/me/mutes/tribes/{tribeId}', { path: { tribeId } });
export const unmuteTribe = (tribeId: number) => http.delete('/auth/me/mutes/tribes/{tribeId}', { path: { tribeId } });

/** The mutation scope of a person: blocking, muting and undoing run one after the other. */
export const safetyMutationId = (personId: string): string => `safety ${personId}`;

/** How long a service may still treat a person as blocked after the undo. */
const propagationMs = 3_000;

/**
 * Whether a block or mute of the person is being changed, or was a moment ago: their items may be on the screen again
 * while the server still refuses requests about them.
 */
export function useIsSafetyChanging(personId: string): boolean {
  const isChanging =
    useIsMutating({ predicate: ({ options }) => options.scope?.id === safetyMutationId(personId) }) > 0;
  const [isPropagated, setPropagated] = useState(true);
  useEffect(() => {
    if (isChanging) return setPropagated(false);
    const timer = setTimeout(() => setPropagated(true), propagationMs);
    return () => clearTimeout(timer);
  }, [isChanging]);
  return isChanging || !isPropagated;
}

/** The people and tribes that the viewer muted. */
export const mutesQuery = queryOptions({
  queryKey: queryKeys.safety.mutes,
  queryFn: ({ signal }) => http.get('/auth/me/mutes', { signal }),
});

/** Lists of posts and other activity. */
const feeds: readonly QueryKey[] = [queryKeys.feed.all, queryKeys.vibes.all];
const everywhere: readonly QueryKey[] = [
  ...feeds,
  queryKeys.comments.all,
  queryKeys.media.all,
  queryKeys.chat.all,
  queryKeys.conversations,
  queryKeys.notifications.list,
  queryKeys.activity,
  queryKeys.fellowMembers.all,
  queryKeys.following,
];

/** A list item, with the fields that may name its author. */
interface Item {
  id?: string;
  userId?: string;
  withUserId?: string;
  user?: { id: string };
  actor?: { id: string };
  data?: object;
}

const isOf = (personId: string, item: Item): boolean =>
  [item.id, item.userId, item.withUserId, item.user?.id, item.actor?.id].includes(personId) ||
  Object.values(item.data ?? {}).includes(personId);

type Page = Record<string, unknown>;

const pageWithout = (personId: string, page: Page): Page =>
  Object.fromEntries(
    Object.entries(page).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((item: Item) => typeof item !== 'object' || !isOf(personId, item)) : value,
    ]),
  );

function listWithout(personId: string, list: InfiniteData<Page> | Page | undefined) {
  if (!list) return list;
  return 'pages' in list && Array.isArray(list.pages)
    ? { ...list, pages: list.pages.map((page: Page) => pageWithout(personId, page)) }
    : pageWithout(personId, list as Page);
}

/**
 * Removes a person from the lists on the screen, keeping the scroll position; returns a function that restores them.
 * The lists are not fetched again: other services receive the change later.
 */
export function removeFromLists(client: QueryClient, personId: string, from: 'feeds' | 'everywhere'): () => void {
  const before = (from === 'feeds' ? feeds : everywhere).flatMap((queryKey) => {
    void client.cancelQueries({ queryKey });
    return client.getQueriesData<InfiniteData<Page> | Page>({ queryKey });
  });
  for (const [key, data] of before) client.setQueryData(key, listWithout(personId, data));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}
