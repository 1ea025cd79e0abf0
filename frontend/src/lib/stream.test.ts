/** @jest-environment ./frontend/testing/environment.ts */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { TestEventSource } from '../../testing/event-source.ts';
import { ApiError } from './http.ts';
import { createStream, type LiveStream, type StreamParts, waitBefore } from './stream.ts';

let tickets: number;
let refuse: boolean;
let parts: StreamParts;
let live: LiveStream;

beforeEach(() => {
  jest.useFakeTimers();
  TestEventSource.forget();
  tickets = 0;
  refuse = false;
  parts = {
    ticket: async () => {
      if (refuse) throw new Error('offline');
      tickets += 1;
      return `ticket-${tickets}`;
    },
    open: (url) => new EventSource(url),
    random: () => 0.5,
  };
  live = createStream(parts);
});

afterEach(() => {
  live.stop();
  jest.useRealTimers();
});

const settle = () => jest.advanceTimersByTimeAsync(0);
const last = () => TestEventSource.opened.at(-1) ?? new TestEventSource('none');

test('opens with a fresh ticket and delivers events by their kind', async () => {
  const received: unknown[] = [];
  live.on('chat', (event) => received.push(event));
  live.start();
  await settle();
  last().onopen?.();
  expect(live.status.get()).toBe('open');
  expect(last().url).toBe('/api/stream?ticket=ticket-1');
  last().emit('chat', { tribeId: 38, messageId: 'm1' }, '1700000000000-0');
  last().emit('notification', { notificationId: 'n1', type: 'follow' }, '1700000000001-0');
  expect(received).toEqual([{ tribeId: 38, messageId: 'm1' }]);
});

test('a broken stream waits, then reconnects with another ticket from the last event received', async () => {
  live.start();
  await settle();
  last().onopen?.();
  last().emit('chat', { tribeId: 38, messageId: 'm1' }, '1700000000000-0');
  last().onerror?.();
  expect(live.status.get()).toBe('waiting');
  expect(TestEventSource.opened[0]?.closed).toBe(true);
  await jest.advanceTimersByTimeAsync(999);
  expect(TestEventSource.opened).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(last().url).toBe('/api/stream?ticket=ticket-2&since=1700000000000');
});

test('the first connection already sends the time up to which events are known', async () => {
  let known = 0;
  live = createStream({ ...parts, knownUpTo: () => known });
  live.start();
  await settle();
  expect(last().url).toBe('/api/stream?ticket=ticket-1&since=0');
  known = 1_700_000_000_000;
  last().onerror?.();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(last().url).toBe('/api/stream?ticket=ticket-2&since=1700000000000');
  last().emit('chat', { tribeId: 38, messageId: 'm1' }, '1700000000001-0');
  last().onerror?.();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(last().url).toBe('/api/stream?ticket=ticket-3&since=1700000000001');
});

test('the wait doubles with each failure, is capped, and is reset once the stream was open', async () => {
  expect([0, 1, 2, 3, 9].map((attempt) => waitBefore(attempt, 0.5))).toEqual([1_000, 2_000, 4_000, 8_000, 30_000]);
  refuse = true;
  live.start();
  await settle();
  await jest.advanceTimersByTimeAsync(1_000);
  refuse = false;
  await jest.advanceTimersByTimeAsync(1_999);
  expect(TestEventSource.opened).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(1);
  last().onopen?.();
  last().onerror?.();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(TestEventSource.opened).toHaveLength(2);
});

async function reconnectsAfter(wait: number): Promise<void> {
  const opened = TestEventSource.opened.length;
  expect([live.status.get(), last().closed]).toEqual(['waiting', true]);
  await jest.advanceTimersByTimeAsync(wait - 1);
  expect(TestEventSource.opened).toHaveLength(opened);
  await jest.advanceTimersByTimeAsync(1);
  expect(TestEventSource.opened).toHaveLength(opened + 1);
}

test('a stream that the server closes to free capacity leaves the screens to their polls, and reconnects later', async () => {
  live.start();
  await settle();
  last().emit('busy', { retryAfterSec: 30 });
  await reconnectsAfter(30_000);
  last().onopen?.();
  expect(live.status.get()).toBe('open');
});

test('a refused stream requests tickets soon, which detects an ended session; refused again, it reconnects later', async () => {
  live.start();
  await settle();
  for (const wait of [1_000, 2_000, 4_000, 60_000, 60_000]) {
    last().refuse();
    await reconnectsAfter(wait);
  }
  last().onopen?.();
  expect(live.status.get()).toBe('open');
  last().refuse();
  await reconnectsAfter(1_000);
});

test('a ticket refused by a rate limit is requested again a minute later', async () => {
  let requests = 0;
  const refused = async () => {
    requests += 1;
    throw new ApiError(429, 'too_many_requests', '');
  };
  live = createStream({ ...parts, ticket: refused });
  live.start();
  await jest.advanceTimersByTimeAsync(59_999);
  expect(requests).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(requests).toBe(2);
});

test('coming back online does not wait', async () => {
  refuse = true;
  live.start();
  await settle();
  refuse = false;
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(TestEventSource.opened).toHaveLength(1);
});

test('a ticket that arrives after the stop opens no connection', async () => {
  live.start();
  live.stop();
  await settle();
  expect(TestEventSource.opened).toHaveLength(0);
  expect(live.status.get()).toBe('closed');
});
