import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { leaseHours } from '../limits.ts';
import { type ConversionLimits, conversionLimits } from '../src/conversion-limits.ts';
import { type Bench, openBench } from './bench.ts';
import { conversionsOn, longVideo } from './conversion-bench.ts';

let bench: Bench;
afterEach(() => bench.close());

const { bytesOf, found, reported, publish } = conversionsOn(() => bench);

/** Working files and folders on the disk, in the folder of each process. */
async function workingFiles(): Promise<string[]> {
  const entries = await readdir(join(bench.env.BLOBS_DIR ?? '', 'uploads'), { recursive: true });
  expect(entries).not.toEqual([]);
  return entries.filter((entry) => entry.includes('/'));
}

test.each<[string, string, Partial<ConversionLimits>]>([
  ['takes longer than its limit of time', 'timeout', { leastMs: 1, mostMs: 1 }],
  ['results in a file over the limit of a video', 'too_large', { resultMaxBytes: 10_000 }],
])('of a conversion that %s the original stays, and no file or lease is left', async (_what, reason, limits) => {
  bench = await openBench({}, { conversion: { ...conversionLimits, ...limits } });
  const { key, processing } = await publish(await longVideo());
  expect(processing).toBe('processing');
  const original = await bytesOf(key);
  const before = await bench.keys();
  expect(await reported(key)).toMatchObject({ ready: [], failed: [reason] });
  expect(await found(key)).toMatchObject({ processing: 'failed', kept: true });
  expect(await bytesOf(key)).toEqual(original);
  expect(await bench.keys()).toEqual(before);
  expect(await workingFiles()).toEqual([]);
  bench.clock.advance((leaseHours + 1) * hourMs);
  await runScheduled(bench.postgres.db, 'sweepMedia');
  expect(await bench.keys()).toEqual(before);
  expect(await bytesOf(key)).toEqual(original);
});
