import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MediaServiceService, type UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { failuresToOpen } from '../core/circuit-breaker.ts';
import { asAppError, fail } from '../core/errors.ts';
import { stubPeer, testContext } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { type Calls, connect } from './client.ts';

const never = () => new Promise<never>(() => undefined);
/** A call usually has more time here, and less than a slow one. */
const callMs = 150;
const writeMs = 100;
const slowMs = 200;

let ctx: ReturnType<typeof testContext>;
let peer: { address: string; stop(): Promise<void> };
let media: Calls<MediaServiceService>;

beforeEach(async () => {
  const usual = testContext('caller', undefined, 1);
  // However long the machine stands still, the peer is not taken for one that is away, nor a breaker closed.
  ctx = { ...usual, timeLimits: { ...usual.timeLimits, callMs, silenceMs: 3_600_000, probeEveryMs: 3_600_000 } };
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

/** The code of each of so many calls that never end. */
const codesOf = async (timeoutMs: number): Promise<string[]> => {
  const calls = Array.from({ length: failuresToOpen }, () => media.keepObjects({ keys: ['late'] }, { timeoutMs }));
  return (await Promise.allSettled(calls)).map((call) => call.status === 'rejected' && call.reason.code);
};

/** Resolves to the answer of a call that is not refused; one that was late on a busy machine is made again. */
async function answerOf<T>(call: () => Promise<T>): Promise<T | undefined> {
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

/** A peer that is alive is given a few of them now and then. */
const isRefused = (timeoutMs: number) =>
  until(async () => {
    const failure = await media.keepObjects({ keys: ['late'] }, { timeoutMs }).catch((error) => error);
    return asAppError(failure).code === 'unavailable';
  }, 'calls of its kind are refused');

/** The classes of calls whose breakers are open. */
async function open(): Promise<unknown[]> {
  const gauge = await ctx.metrics.registry.getSingleMetric('breaker_open')?.get();
  return (gauge?.values ?? []).filter(({ value }) => value === 1).map(({ labels }) => labels.calls);
}

test('slow calls that time out close neither reads nor writes, only others of their kind', async () => {
  expect(await codesOf(slowMs)).toEqual(Array(failuresToOpen).fill('timeout'));
  expect(await open()).toEqual(['slow']);
  expect(await answerOf(() => media.getObjects({ keys: [] }))).toEqual({ objects: [] });
  expect(await answerOf(() => media.keepObjects({ keys: [] }))).toEqual({ missingKeys: [] });
  await isRefused(slowMs);
});

test('writes that time out do not close reads, and the open breaker is shown', async () => {
  expect(await codesOf(writeMs)).toEqual(Array(failuresToOpen).fill('timeout'));
  expect(await open()).toEqual(['write']);
  await isRefused(writeMs);
  expect(await answerOf(() => media.getObjects({ keys: [] }))).toEqual({ objects: [] });
  expect(await open()).toEqual(['write']);
});

/** Messages of which one fails to come. */
async function* brokenOff(cause: Error): AsyncGenerator<UploadRequest> {
  yield { part: { $case: 'chunk', value: Buffer.alloc(3) } };
  throw cause;
}

test('a sender who breaks off is no answer of the peer: its silence opens the breaker of streams all the same', async () => {
  for (let late = 0; late < failuresToOpen; late += 1) {
    expect(await open()).toEqual([]);
    await expect(media.upload(brokenOff(new Error('cancelled')))).rejects.toThrow('cancelled');
    await expect(media.upload([], { timeoutMs: writeMs })).rejects.toMatchObject({ code: 'timeout' });
  }
  expect(await open()).toEqual(['stream']);
});

test('senders who break off because another service is away do not open the breaker of this peer', async () => {
  for (let broken = 0; broken < 2 * failuresToOpen; broken += 1)
    await expect(media.upload(brokenOff(fail('unavailable')))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await open()).toEqual([]);
});
