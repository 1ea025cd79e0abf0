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

test('a decided ban of a deleted tribe is logged with the reason', async () => {
  await runJobsOfDeleted(bench, content);
  const lines = bench.service.logged.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'decided ban not imposed: tribes rejected it; not retried',
      reason: 'not_found',
    }),
  );
});
