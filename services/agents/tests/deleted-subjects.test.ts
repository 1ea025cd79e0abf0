import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allDone, handleEventsOfDeleted, runJobsOfDeleted } from '@tribus/community/testing/deleted-subjects.ts';
import { agents } from '../src/service.ts';
import { openBench } from './bench.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('no event fails because the tribe, the person or the post that it is about is deleted', async () => {
  expect(await handleEventsOfDeleted(bench, agents)).toEqual(allDone(agents));
});

test('no job fails because its agent is deleted', async () => {
  expect(await runJobsOfDeleted(bench, agents)).toEqual({});
});
