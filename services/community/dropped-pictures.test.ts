import { expect, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import type { JobRun } from '@tribus/kit/jobs/definition.ts';
import { dropPicturesJob } from './dropped-pictures.ts';

const runOf = (signal: AbortSignal): JobRun => ({
  id: '1',
  attempt: 1,
  maxAttempts: 100,
  signal,
  progress: async () => undefined,
});
const keys = Array.from({ length: 50 }, (_, index) => `post/${index}.webp`);

test('pictures of later calls are deleted although an earlier call failed, and the job is retried', async () => {
  const called: number[] = [];
  const deleteObjects = async ({ keys: slice }: { keys: string[] }) => {
    called.push(slice.length);
    if (called.length === 1) throw fail('unavailable');
    return {};
  };
  const { work } = dropPicturesJob({ deleteObjects });
  await expect(work({ keys }, runOf(new AbortController().signal))).rejects.toThrow();
  expect(called).toEqual([20, 20, 10]);
  await work({ keys }, runOf(new AbortController().signal));
  expect(called).toEqual([20, 20, 10, 20, 20, 10]);
});

test('no further pictures are deleted after the replica has been stopped', async () => {
  const stop = new AbortController();
  let calls = 0;
  const deleteObjects = async () => {
    calls += 1;
    stop.abort(new Error('stopped'));
    return {};
  };
  await expect(dropPicturesJob({ deleteObjects }).work({ keys }, runOf(stop.signal))).rejects.toThrow('stopped');
  expect(calls).toBe(1);
});
