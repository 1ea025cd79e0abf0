import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allDone, handleEventsOfDeleted, runJobsOfDeleted } from '@tribus/community/testing/deleted-subjects.ts';
import { tribes } from '../src/service.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('no event fails because its tribe, person or post is deleted', async () => {
  expect(await handleEventsOfDeleted(bench, tribes)).toEqual(allDone(tribes));
});

test('no job fails because its subject is deleted', async () => {
  expect(await runJobsOfDeleted(bench, tribes)).toEqual({});
});
