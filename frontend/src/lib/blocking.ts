import { type InfiniteData, type QueryClient, type QueryKey, queryOptions, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { http } from './http.ts';
import { queryKeys } from './query-keys.ts';

/** Somebody as they are shown; in a tribe that hides who they are by an id that means them there alone. */
export interface ShownPerson {
  id: string;
  name: string;
  restrictedHigher?: boolean;
}

const named = ({ id, restrictedHigher }: ShownPerson, tribeId: number | undefined) => ({
  path: { userId: id },
  query: restrictedHigher && tribeId !== undefined ? { tribeId } : {},
});

export const blockPerson = (person: ShownPerson, tribeId?: number) =>
  http.put('/auth/me/blocks/users/{userId}', named(person, tribeId));
export const unblockPerson = (person: ShownPerson, tribeId?: number) =>
  http.delete('/auth/me/blocks/users/{userId}', named(person, tribeId));
export const mutePerson = (person: ShownPerson, tribeId?: number) =>
  http.put('/auth/me/mutes/users/{userId}', named(person, tribeId));
export const unmutePerson = (person: ShownPerson, tribeId?: number) =>
  http.delete('/auth/me/mutes/users/{userId}', named(person, tribeId));

export const muteTribe = (tribeId: number) => http.put('/auth/me/mutes/tribes/{tribeId}', { path: { tribeId } });
export const unmuteTribe = (tribeId: number) => http.delete('/auth/me/mutes/tribes/{tribeId}', { path: { tribeId } });

/** The scope of mutations that block or mute a person, or undo it. */
export const safetyScope = (personId: string): string => `safety ${personId}`;

/** How long a service may hold that somebody is blocked after it was undone. */
const heldMs = 3_000;

/**
 * Whether a person is being blocked, muted or neither, or was so a moment ago: what they made may be on the screen again
 * while the server still refuses it.
 */
export function useIsSafetyChanging(personId: string): boolean {
  const isChanging = useIsMutating({ predicate: ({ options }) => options.scope?.id === safetyScope(personId) }) > 0;
  const [isHeard, setHeard] = useState(true);
  useEffect(() => {
    if (isChanging) return setHeard(false);
    const timer = setTimeout(() => setHeard(true), heldMs);
    return () => clearTimeout(timer);
  }, [isChanging]);
  return isChanging || !isHeard;
}

/** What I muted. */
export const mutesQuery = queryOptions({
  queryKey: queryKeys.safety.mutes,
  queryFn: ({ signal }) => http.get('/auth/me/mutes', { signal }),
});

/** Lists with what people wrote or did. */
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

/** An item of a list, by whoever it is of. */
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
 * Takes somebody out of the lists on the screen, so that nobody loses their place; the returned function puts them back. The lists are
 * not asked for again: other services hear of it a moment later.
 */
export function takeOut(client: QueryClient, personId: string, from: 'feeds' | 'everywhere'): () => void {
  const before = (from === 'feeds' ? feeds : everywhere).flatMap((queryKey) => {
    void client.cancelQueries({ queryKey });
    return client.getQueriesData<InfiniteData<Page> | Page>({ queryKey });
  });
  for (const [key, data] of before) client.setQueryData(key, listWithout(personId, data));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}
