import { afterEach, expect, test } from '@jest/globals';
import type { Document } from 'mongodb';
import { clearUp, openMongo } from './testing/fixture.ts';

afterEach(clearUp);

const numbered = Array.from({ length: 300 }, (_, n) => ({
  n,
  group: n % 3,
  tags: [{ at: 1000 - n }, { at: 2000 + n }],
}));

async function filled() {
  const fixture = await openMongo();
  await fixture.things.insertMany(numbered);
  await fixture.things.createIndex({ group: 1, n: -1 });
  await fixture.things.createIndex({ 'tags.at': 1 }, { sparse: true });
  return fixture;
}

const stagesIn = (plan: Document): string[] => [plan.stage, ...(plan.inputStage ? stagesIn(plan.inputStage) : [])];

test('an explanation names the index of a search and the number of documents read', async () => {
  const { things } = await filled();
  const { queryPlanner, executionStats } = await things.find({ group: 1 }).sort({ n: -1 }).limit(5).explain();
  expect(stagesIn(queryPlanner.winningPlan)).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
  expect(queryPlanner.winningPlan.inputStage.inputStage).toMatchObject({ indexName: 'group_1_n_-1' });
  expect(executionStats).toMatchObject({ nReturned: 5, totalKeysExamined: 5, totalDocsExamined: 5 });
});

test('an explanation shows a full scan and a sort after it', async () => {
  const { things } = await filled();
  const { queryPlanner, executionStats } = await things.find({ other: 1 }).sort({ other: 1 }).explain();
  expect(stagesIn(queryPlanner.winningPlan)).toEqual(['SORT', 'COLLSCAN']);
  expect(executionStats).toMatchObject({ nReturned: 0, totalKeysExamined: 0, totalDocsExamined: 300 });
});

test('explaining a write changes no document', async () => {
  const { db, things } = await filled();
  const explained = async (command: Document) =>
    stagesIn((await db.command({ explain: command })).queryPlanner.winningPlan);
  expect(await explained({ delete: 'things', deletes: [{ q: { group: 1 }, limit: 0 }] })).toEqual([
    ...['DELETE', 'FETCH', 'IXSCAN'],
  ]);
  expect(await explained({ update: 'things', updates: [{ q: { _id: 1 }, u: { $set: { n: 0 } } }] })).toEqual([
    ...['UPDATE', 'IDHACK'],
  ]);
  expect(await explained({ findAndModify: 'things', query: { other: 1 }, remove: true })).toEqual([
    ...['DELETE', 'COLLSCAN'],
  ]);
  expect(await things.countDocuments()).toBe(300);
});

test('a pipeline is explained with its leading search', async () => {
  const { things } = await filled();
  const { stages } = await things.aggregate([{ $match: { group: 2 } }, { $group: { _id: '$n' } }]).explain();
  expect(stagesIn(stages[0].$cursor.queryPlanner.winningPlan)).toEqual(['FETCH', 'IXSCAN']);
  expect(stages[0].$cursor.executionStats).toMatchObject({ totalDocsExamined: 100 });
  expect(stages[1]).toEqual({ $group: { _id: '$n' } });
});

test('an index over array elements provides the order of a sort, with each document once', async () => {
  const { things } = await filled();
  const sorted = (direction: 1 | -1) => things.find({ 'tags.at': { $exists: true } }).sort({ 'tags.at': direction });
  const { queryPlanner, executionStats } = await sorted(1).limit(4).explain();
  expect(stagesIn(queryPlanner.winningPlan)).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
  expect(executionStats).toMatchObject({ nReturned: 4, totalDocsExamined: 4 });
  expect((await sorted(1).limit(2).toArray()).map(({ n }) => n)).toEqual([299, 298]);
  expect((await sorted(-1).limit(2).toArray()).map(({ n }) => n)).toEqual([299, 298]);
  const all = (await sorted(1).toArray()).map(({ n }) => n);
  expect(all).toEqual(numbered.map(({ n }) => n).reverse());
});
