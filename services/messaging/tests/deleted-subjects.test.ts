import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allDone, deletedSubjects, handleEventsOfDeleted } from '@tribus/community/testing/deleted-subjects.ts';
import { openMongo } from '@tribus/kit/mongo/mongo.ts';
import { messaging } from '../src/service.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('no event fails because its tribe, person or message is deleted', async () => {
  expect(await handleEventsOfDeleted(bench, messaging)).toEqual(allDone(messaging));
});

test('events handled after the deletion of an account and a tribe leave no notification', async () => {
  const about = deletedSubjects();
  expect(await handleEventsOfDeleted(bench, messaging, about)).toEqual(allDone(messaging));
  const { db } = await openMongo(bench.peer, { url: bench.stores.env.MONGODB_URL });
  expect(await db.collection('notifications').countDocuments({ userId: about.userId })).toBe(0);
});
