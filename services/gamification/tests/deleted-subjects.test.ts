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

test('events handled after the deletion of an account and a tribe give no points', async () => {
  expect(await handleEventsOfDeleted(bench, gamification, deletedSubjects())).toEqual(allDone(gamification));
  const db = await bench.db();
  expect(await db.selectFrom('ledger').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('totals').selectAll().where('points', '<>', 0).execute()).toEqual([]);
});

test('no event fails because its tribe, person or post is deleted', async () => {
  expect(await handleEventsOfDeleted(bench, gamification)).toEqual(allDone(gamification));
});

test('no job fails because its subject is deleted', async () => {
  expect(await runJobsOfDeleted(bench, gamification)).toEqual({});
});
