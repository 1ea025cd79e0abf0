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

/** Time after an undo during which a service may still treat the person as blocked. */
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
  queryKeys.suggested('people'),
];

/** A list item, with the fields that may name its author. */
interface Item {
  id?: string;
  userId?: string;
  withUserId?: string;
  user?: { id: string };
  actor?: { id: string };
  tribe?: { id: number };
  data?: object;
}

const isOf = (personId: string, item: Item): boolean =>
  [item.id, item.userId, item.withUserId, item.user?.id, item.actor?.id].includes(personId) ||
  Object.values(item.data ?? {}).includes(personId);

type Page = Record<string, unknown>;
type List = InfiniteData<Page> | Page;

const pagesOf = (list: List): readonly Page[] =>
  'pages' in list && Array.isArray(list.pages) ? list.pages : [list as Page];

/** Changes each array of each page of a list. */
function mapArrays(list: List, change: (items: readonly Item[], page: number, field: string) => Item[]): List {
  const pages = pagesOf(list).map((page, index) =>
    Object.fromEntries(
      Object.entries(page).map(([field, value]) => [field, Array.isArray(value) ? change(value, index, field) : value]),
    ),
  );
  return 'pages' in list && Array.isArray(list.pages) ? { ...list, pages } : (pages[0] ?? list);
}

const isObject = (item: unknown): boolean => typeof item === 'object' && item !== null;
const isRemoved = (personId: string, item: Item): boolean => isObject(item) && isOf(personId, item);

/** A member of several tribes is an item of each. */
const keyOf = ({ id, userId, withUserId, user, tribe }: Item) =>
  id ?? userId ?? withUserId ?? (user && `${user.id} ${tribe?.id}`);
const indexIn = (items: readonly Item[], item: Item): number =>
  items.findIndex((other) => other === item || (isObject(other) && isObject(item) && keyOf(other) === keyOf(item)));

const listWithout = (personId: string, list: List): List =>
  mapArrays(list, (items) => items.filter((item) => !isRemoved(personId, item)));

/** Inserts the person's items of `before` into a list that may have changed since, next to their former neighbours. */
function listWith(personId: string, list: List, before: List): List {
  const former = pagesOf(before);
  const last = pagesOf(list).length - 1;
  return mapArrays(list, (items, page, field) => {
    const arrays = former.filter((_page, index) => Math.min(index, last) === page).map((each) => each[field]);
    const isElsewhere = (item: Item) =>
      pagesOf(list).some((each) => Array.isArray(each[field]) && indexIn(each[field], item) >= 0);
    return arrays.reduce<Item[]>(
      (merged, array) => (Array.isArray(array) ? insertMissing(merged, array, personId, isElsewhere) : merged),
      [...items],
    );
  });
}

function insertMissing(
  items: readonly Item[],
  former: readonly Item[],
  personId: string,
  isElsewhere: (item: Item) => boolean,
): Item[] {
  const merged = [...items];
  // From the end, so that the item after each is in the list already.
  for (const [index, item] of [...former.entries()].reverse()) {
    if (!isRemoved(personId, item) || isElsewhere(item)) continue;
    const indexOfFirst = (neighbours: readonly Item[]) =>
      neighbours.map((each) => indexIn(merged, each)).find((found) => found >= 0);
    const next = indexOfFirst(former.slice(index + 1));
    const previous = indexOfFirst(former.slice(0, index).toReversed());
    merged.splice(next ?? (previous === undefined ? merged.length : previous + 1), 0, item);
  }
  return merged;
}

/**
 * Removes a person from the lists on the screen, keeping the scroll position; returns a function that restores them,
 * and leaves everything else in the lists as it is by then. The lists are not fetched again: other services receive the
 * change later.
 */
export function removeFromLists(client: QueryClient, personId: string, from: 'feeds' | 'everywhere'): () => void {
  const before = (from === 'feeds' ? feeds : everywhere).flatMap((queryKey) => {
    void client.cancelQueries({ queryKey });
    return client.getQueriesData<List>({ queryKey });
  });
  for (const [key] of before) client.setQueryData<List>(key, (list) => list && listWithout(personId, list));
  return () => {
    for (const [key, former] of before)
      client.setQueryData<List>(key, (list) => list && former && listWith(personId, list, former));
  };
}
