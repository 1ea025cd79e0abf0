import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { stubPeer, testContext } from '../testing/service.ts';
import { type Calls, connect } from './client.ts';

const never = () => new Promise<never>(() => undefined);
/** As many failures in a row as open a breaker. */
const failures = 8;
/** More than a call usually has: this makes it a slow one. */
const slowMs = 2_050;

let ctx: ReturnType<typeof testContext>;
let peer: { address: string; stop(): Promise<void> };
let media: Calls<MediaServiceService>;

beforeEach(async () => {
  ctx = testContext('caller');
  peer = await stubPeer('media', MediaServiceService, {
    upload: never,
    keepObjects: ({ keys }) => (keys.includes('late') ? never() : Promise.resolve({})),
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
  const calls = Array.from({ length: failures }, () => media.keepObjects({ keys: ['late'] }, { timeoutMs }));
  return (await Promise.allSettled(calls)).map((call) => call.status === 'rejected' && call.reason.code);
};

test('slow calls that time out close neither reads nor writes, only others of their kind', async () => {
  expect(await codesOf(slowMs)).toEqual(Array(failures).fill('timeout'));
  expect(await media.getObjects({ keys: [] })).toEqual({ objects: [] });
  expect(await media.keepObjects({ keys: [] })).toEqual({});
  await expect(media.keepObjects({ keys: [] }, { timeoutMs: slowMs })).rejects.toMatchObject({ code: 'unavailable' });
});

test('writes that time out do not close reads, and the open breaker is shown', async () => {
  expect(await codesOf(100)).toEqual(Array(failures).fill('timeout'));
  await expect(media.keepObjects({ keys: [] })).rejects.toMatchObject({ code: 'unavailable' });
  expect(await media.getObjects({ keys: [] })).toEqual({ objects: [] });
  const gauge = await ctx.metrics.registry.getSingleMetric('breaker_open')?.get();
  const open = gauge?.values.filter(({ value }) => value === 1).map(({ labels }) => labels.calls);
  expect(open).toEqual(['write']);
});
