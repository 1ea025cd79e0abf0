import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allDone, handleEventsOfDeleted, runJobsOfDeleted } from '@tribus/community/testing/deleted-subjects.ts';
import { content } from '../src/service.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('no event fails when its tribe, user or post is deleted', async () => {
  expect(await handleEventsOfDeleted(bench, content)).toEqual(allDone(content));
});

test('no job fails when its subject is deleted', async () => {
  expect(await runJobsOfDeleted(bench, content)).toEqual({});
});
