import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MediaServiceService, type UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { failuresToOpen } from '../core/circuit-breaker.ts';
import { asAppError, fail } from '../core/errors.ts';
import { stubPeer, testContext } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { type Calls, connect } from './client.ts';

const never = () => new Promise<never>(() => undefined);
/** Between the timeouts of the writes and of the slow calls. */
const callMs = 150;
const writeMs = 100;
const slowMs = 200;

let ctx: ReturnType<typeof testContext>;
let peer: { address: string; stop(): Promise<void> };
let media: Calls<MediaServiceService>;

beforeEach(async () => {
  const base = testContext('caller', undefined, 1);
  // Long enough that a stalled machine neither makes the peer unavailable nor closes a breaker.
  ctx = { ...base, timeLimits: { ...base.timeLimits, callMs, silenceMs: 3_600_000, probeEveryMs: 3_600_000 } };
  peer = await stubPeer('media', MediaServiceService, {
    upload: never,
    keepObjects: ({ keys }) => (keys.includes('late') ? never() : Promise.resolve({ missingKeys: [] })),
    deleteObjects: async () => ({}),
    setObjectVisibility: async () => ({}),
    setCollectionVisibility: async () => ({}),
    getObjects: async () => ({ objects: [] }),
  });
  media = connect(ctx, MediaServiceService, 'media', peer.address);
});
afterEach(async () => {
  await ctx.close();
  await peer.stop();
});

/** Returns the error codes of enough calls without a response to open a breaker. */
const codesOf = async (timeoutMs: number): Promise<string[]> => {
  const calls = Array.from({ length: failuresToOpen }, () => media.keepObjects({ keys: ['late'] }, { timeoutMs }));
  return (await Promise.allSettled(calls)).map((call) => call.status === 'rejected' && call.reason.code);
};

/** Resolves to the response of a call; retries after a timeout on a busy machine. */
async function responseTo<T>(call: () => Promise<T>): Promise<T | undefined> {
  let answer: T | undefined;
  const isAnswered = async () => {
    try {
      answer = await call();
      return true;
    } catch (error) {
      if (asAppError(error).code === 'timeout') return false;
      throw error;
    }
  };
  await until(isAnswered, 'it is answered');
  return answer;
}

/** Waits for a refused call, because a breaker admits some calls to a live peer. */
const isRefused = (timeoutMs: number) =>
  until(async () => {
    const failure = await media.keepObjects({ keys: ['late'] }, { timeoutMs }).catch((error) => error);
    return asAppError(failure).code === 'unavailable';
  }, 'calls of its kind are refused');

/** Returns the classes of calls with an open breaker. */
async function open(): Promise<unknown[]> {
  const gauge = await ctx.metrics.registry.getSingleMetric('breaker_open')?.get();
  return (gauge?.values ?? []).filter(({ value }) => value === 1).map(({ labels }) => labels.calls);
}

test('timeouts of slow calls block other slow calls, but neither reads nor writes', async () => {
  expect(await codesOf(slowMs)).toEqual(Array(failuresToOpen).fill('timeout'));
  expect(await open()).toEqual(['slow']);
  expect(await responseTo(() => media.getObjects({ keys: [] }))).toEqual({ objects: [] });
  expect(await responseTo(() => media.keepObjects({ keys: [] }))).toEqual({ missingKeys: [] });
  await isRefused(slowMs);
});

test('timeouts of writes do not block reads, and the open breaker is visible in the metrics', async () => {
  expect(await codesOf(writeMs)).toEqual(Array(failuresToOpen).fill('timeout'));
  expect(await open()).toEqual(['write']);
  await isRefused(writeMs);
  expect(await responseTo(() => media.getObjects({ keys: [] }))).toEqual({ objects: [] });
  expect(await open()).toEqual(['write']);
});

/** A stream that fails after one message. */
async function* failingStream(cause: Error): AsyncGenerator<UploadRequest> {
  yield { part: { $case: 'chunk', value: Buffer.alloc(3) } };
  throw cause;
}

test('an aborted upload is not a response of the peer, so its silence still opens the breaker of streams', async () => {
  for (let late = 0; late < failuresToOpen; late += 1) {
    expect(await open()).toEqual([]);
    await expect(media.upload(failingStream(new Error('cancelled')))).rejects.toThrow('cancelled');
    await expect(media.upload([], { timeoutMs: writeMs })).rejects.toMatchObject({ code: 'timeout' });
  }
  expect(await open()).toEqual(['stream']);
});

test('uploads aborted because of another service do not open the breaker of this peer', async () => {
  for (let broken = 0; broken < 2 * failuresToOpen; broken += 1)
    await expect(media.upload(failingStream(fail('unavailable')))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await open()).toEqual([]);
});
