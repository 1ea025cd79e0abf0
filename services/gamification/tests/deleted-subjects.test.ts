import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  allDone,
  deletedSubjects,
  handleEventsOfDeleted,
  runJobsOfDeleted,
} from '@tribus/community/testing/deleted-subjects.ts';
import { gamification } from '../src/service.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('what is handled only after an account and a tribe were deleted brings nobody points', async () => {
  expect(await handleEventsOfDeleted(bench, gamification, deletedSubjects())).toEqual(allDone(gamification));
  const db = await bench.db();
  expect(await db.selectFrom('ledger').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('totals').selectAll().where('points', '<>', 0).execute()).toEqual([]);
});

test('no event fails because the tribe, the person or the post that it is about is gone', async () => {
  expect(await handleEventsOfDeleted(bench, gamification)).toEqual(allDone(gamification));
});

test('no job fails because what it is about is gone', async () => {
  expect(await runJobsOfDeleted(bench, gamification)).toEqual({});
});
