/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { createQueryClient } from './query-client.ts';

const queryKey = ['feed'];

/** A server whose responses are what it stored when asked, and wait for `respond`. */
function slowServer() {
  let stored = 'nothing';
  const waiting: (() => void)[] = [];
  return {
    store: (text: string) => {
      stored = text;
    },
    requests: () => waiting.length,
    respond: (index: number) => waiting[index]?.(),
    read: () => {
      const response = stored;
      return new Promise<string>((resolve) => waiting.push(() => resolve(response)));
    },
  };
}

function open() {
  const [client, server] = [createQueryClient(), slowServer()];
  const observer = new QueryObserver(client, { queryKey, queryFn: server.read });
  return { client, server, observer };
}

test('a write during the first load of a list is shown in it, although that response is older', async () => {
  const { client, server, observer } = open();
  const leave = observer.subscribe(() => undefined);
  server.store('a post');
  const refetched = client.invalidateQueries({ queryKey });
  expect(server.requests()).toBe(2);
  server.respond(0);
  server.respond(1);
  await refetched;
  expect(client.getQueryData(queryKey)).toBe('a post');
  expect(observer.getCurrentResult()).toMatchObject({ isStale: false, fetchStatus: 'idle', status: 'success' });
  expect(server.requests()).toBe(2);
  leave();
});

test('the same holds for a list in pages', async () => {
  const { client, server } = open();
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: server.read,
    initialPageParam: 0,
    getNextPageParam: () => 1,
  });
  const leave = observer.subscribe(() => undefined);
  server.store('a post');
  const refetched = client.invalidateQueries({ queryKey });
  server.respond(0);
  server.respond(1);
  await refetched;
  expect(client.getQueryData<InfiniteData<string>>(queryKey)?.pages).toEqual(['a post']);
  leave();
});

test('a caller that awaits the first response gets the one after the change', async () => {
  const { client, server, observer } = open();
  const leave = observer.subscribe(() => undefined);
  const awaited = client.fetchQuery({ queryKey, queryFn: server.read });
  server.store('a post');
  void client.invalidateQueries({ queryKey });
  server.respond(0);
  server.respond(1);
  expect(await awaited).toBe('a post');
  leave();
});

test('a list whose screen was left while it was being loaded is read again when the screen is opened', async () => {
  const { client, server, observer } = open();
  observer.subscribe(() => undefined)();
  server.store('a post');
  await client.invalidateQueries({ queryKey });
  server.respond(0);
  await waitFor(() => expect(client.getQueryData(queryKey)).toBe('nothing'));
  await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true));
  const leave = observer.subscribe(() => undefined);
  await waitFor(() => expect(server.requests()).toBe(2));
  server.respond(1);
  await waitFor(() => expect(observer.getCurrentResult().data).toBe('a post'));
  leave();
});

test('a list that a change marks without reading it again is read at the next opening, also if it was being loaded', async () => {
  const { client, server, observer } = open();
  const leave = observer.subscribe(() => undefined);
  await client.invalidateQueries({ queryKey, refetchType: 'none' });
  expect(server.requests()).toBe(1);
  server.respond(0);
  await waitFor(() => expect(client.getQueryData(queryKey)).toBe('nothing'));
  await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true));
  leave();
});

test('a request that is only repeated if none is under way is not repeated', async () => {
  const { client, server, observer } = open();
  const leave = observer.subscribe(() => undefined);
  const refetched = client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  server.respond(0);
  await refetched;
  expect(server.requests()).toBe(1);
  expect(client.getQueryData(queryKey)).toBe('nothing');
  leave();
});
