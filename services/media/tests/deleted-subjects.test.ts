import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runJobsOfDeleted } from '@tribus/community/testing/deleted-subjects.ts';
import { media } from '../src/service.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('no job fails when its subject is deleted', async () => {
  expect(await runJobsOfDeleted(bench, media)).toEqual({});
});
