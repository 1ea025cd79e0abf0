/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { removeFromLists, safetyMutationId, useIsSafetyChanging } from './blocking.ts';
import { queryKeys } from './query-keys.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a safety change counts as running until its undo is confirmed, and for the propagation time after that', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = new QueryClient();
  const undo = client
    .getMutationCache()
    .build(client, { scope: { id: safetyMutationId('u2') }, mutationFn: () => promise });
  const { result } = renderHook(() => ['u2', 'u3'].map(useIsSafetyChanging), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current).toEqual([false, false]);
  await act(async () => {
    void undo.execute(undefined);
    await jest.advanceTimersByTimeAsync(60_000);
  });
  expect(result.current).toEqual([true, false]);
  await act(async () => {
    resolve();
    await jest.advanceTimersByTimeAsync(2_900);
  });
  expect(undo.state.status).toBe('success');
  expect(result.current).toEqual([true, false]);
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(result.current).toEqual([false, false]);
});

test('an unblocked person reappears among the suggestions, and in the list of members for each common tribe', () => {
  const client = new QueryClient();
  const of = (id: string, tribeId?: number) => ({ user: { id }, ...(tribeId && { tribe: { id: tribeId } }) });
  const members = [...queryKeys.fellowMembers.all, 7];
  const lists = [
    { key: queryKeys.suggested('people'), items: [of('u1'), of('u2'), of('u3')] },
    { key: members, items: [of('u2', 1), of('u1', 1), of('u2', 2), of('u3', 2)] },
  ];
  for (const { key, items } of lists) client.setQueryData(key, { items });
  const usersIn = (key: readonly unknown[]) =>
    client.getQueryData<{ items: { user: { id: string } }[] }>(key)?.items.map(({ user }) => user.id);
  const restore = removeFromLists(client, 'u2', 'everywhere');
  for (const { key } of lists) expect(usersIn(key)).toEqual(['u1', 'u3']);
  restore();
  for (const { key, items } of lists) expect(client.getQueryData(key)).toEqual({ items });
});

test('an unblocked person reappears in the lists next to their former neighbours, and later changes stay', () => {
  const client = new QueryClient();
  const message = (id: string, userId: string, text = id) => ({ id, userId, text });
  const [chat, people] = [
    [...queryKeys.chat.all, 7],
    [...queryKeys.fellowMembers.all, 7],
  ];
  const pages = [
    { items: [message('5', 'u2'), message('4', 'u1'), message('3', 'u2')], nextCursor: 'x' },
    { items: [message('2', 'u1'), message('1', 'u2')], nextCursor: null },
  ];
  client.setQueryData(chat, { pages, pageParams: [null, 'x'] });
  client.setQueryData(people, { items: [{ id: 'u2' }, { id: 'u3' }] });
  const restore = removeFromLists(client, 'u2', 'everywhere');
  const idsIn = (key: readonly unknown[]) =>
    client
      .getQueryData<{ pages: { items: { id: string }[] }[] }>(key)
      ?.pages.map(({ items }) => items.map(({ id }) => id).join(' '));
  expect(idsIn(chat)).toEqual(['4', '2']);
  client.setQueryData(chat, {
    pages: [
      { items: [message('6', 'u1'), message('4', 'u1', 'edited')], nextCursor: 'x' },
      { items: [message('2', 'u1')], nextCursor: 'y' },
      { items: [message('0', 'u1')], nextCursor: null },
    ],
    pageParams: [null, 'x', 'y'],
  });
  restore();
  expect(idsIn(chat)).toEqual(['6 5 4 3', '2 1', '0']);
  expect(JSON.stringify(client.getQueryData(chat))).toContain('edited');
  expect(client.getQueryData(people)).toEqual({ items: [{ id: 'u2' }, { id: 'u3' }] });
  restore();
  expect(idsIn(chat)).toEqual(['6 5 4 3', '2 1', '0']);
});
