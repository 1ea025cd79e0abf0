/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type OptimisticTarget, updateOptimistically } from './optimistic.ts';
import { createQueryClient } from './query-client.ts';

interface Likes {
  count: number;
  mine: boolean;
}

const toggled = ({ count, mine }: Likes): Likes => ({ count: count + (mine ? -1 : 1), mine: !mine });
const key = ['likes'];

/** A server whose responses wait for `release`, and a screen in front of it. */
function likesOfServer(start: Likes) {
  const client = createQueryClient();
  client.setQueryData<Likes>(key, start);
  let onServer = start;
  const waiting: ((fails: boolean) => void)[] = [];
  const nextCall = () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.push(resolve);
    return promise;
  };
  /** Releases the running call. */
  const end = async (fails: boolean) => {
    // Never two: a change waits for the response to the one before it.
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.(fails);
  };
  const target: OptimisticTarget<Likes, undefined> = {
    key,
    shownBy: [key],
    read: () => client.getQueryData<Likes>(key) ?? start,
    write: (likes) => client.setQueryData<Likes>(key, likes),
    next: toggled,
    send: async () => {
      if (await nextCall()) throw new Error('lost');
      onServer = toggled(onServer);
      return onServer;
    },
  };
  return {
    client,
    answer: () => end(false),
    fail: () => end(true),
    shown: () => client.getQueryData<Likes>(key),
    onServer: () => onServer,
    tap: () => updateOptimistically(client, target, undefined),
  };
}

const none: Likes = { count: 3, mine: false };
const liked: Likes = { count: 4, mine: true };

test('two quick taps restore the first state regardless of the first response, and are sent in sequence', async () => {
  const { tap, shown, answer, onServer } = likesOfServer(none);
  const first = tap();
  expect(shown()).toEqual(liked);
  const second = tap();
  expect(shown()).toEqual(none);
  await answer();
  await first;
  expect(shown()).toEqual(none);
  await answer();
  await second;
  expect(shown()).toEqual(none);
  expect(onServer()).toEqual(none);
});

test('a failed tap is rolled back, and the tap after it is kept', async () => {
  const { tap, shown, answer, fail, onServer } = likesOfServer(none);
  const taps = [tap(), tap(), tap()] as const;
  await fail();
  await expect(taps[0]).rejects.toThrow('lost');
  expect(shown()).toEqual(none);
  await answer();
  await taps[1];
  await fail();
  await expect(taps[2]).rejects.toThrow('lost');
  expect(shown()).toEqual(liked);
  expect(onServer()).toEqual(liked);
});

test('a response to a fetch from before the tap does not undo the tap on the screen', async () => {
  const { client, tap, shown, answer } = likesOfServer(none);
  const { promise, resolve } = Promise.withResolvers<Likes>();
  const asked = client.fetchQuery({ queryKey: key, queryFn: () => promise, staleTime: 0 }).catch(() => undefined);
  const tapped = tap();
  resolve(none);
  await asked;
  expect(shown()).toEqual(liked);
  await answer();
  await tapped;
  expect(shown()).toEqual(liked);
});

test('a change that the next one replaces is not sent, and the state after both is shown', async () => {
  const client = createQueryClient();
  client.setQueryData<string>(key, 'start');
  const sent: string[] = [];
  const target: OptimisticTarget<string, string> = {
    key,
    shownBy: [key],
    read: () => client.getQueryData<string>(key) ?? '',
    write: (state) => client.setQueryData<string>(key, state),
    next: (_state, change) => change,
    isReplacedBy: (change, next) => change[0] === next[0],
    send: async (change) => {
      sent.push(change);
      return change;
    },
  };
  const all = ['a1', 'a2', 'a3', 'b1', 'a4'].map((change) => updateOptimistically(client, target, change));
  expect(client.getQueryData(key)).toBe('a4');
  await Promise.all(all);
  expect(sent).toEqual(['a3', 'b1', 'a4']);
  expect(client.getQueryData(key)).toBe('a4');
});
