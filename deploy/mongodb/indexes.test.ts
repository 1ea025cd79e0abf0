import { afterEach, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { Collection } from './collection.ts';
import type { Doc } from './doc.ts';
import { parseIndex } from './index-spec.ts';
import { Index } from './indexes.ts';
import { sortParts } from './keys.ts';
import { memoryLog } from './log.ts';
import { choosePlan } from './planner.ts';
import { compileFilter } from './query.ts';
import { clearUp, failure, openMongo, temporaryDirectory } from './testing/fixture.ts';

afterEach(clearUp);

test('a unique index refuses a second document and names the duplicate key', async () => {
  const { things } = await openMongo();
  await things.createIndex({ 'a.b': 1, c: -1 }, { unique: true });
  await things.insertOne({ a: { b: 1 }, c: 'x' });
  await things.insertOne({ a: { b: 1 }, c: 'y' });
  const error = await failure(things.insertOne({ a: { b: 1 }, c: 'x' }));
  expect(error).toMatchObject({ code: 11000, keyPattern: { 'a.b': 1, c: -1 }, keyValue: { 'a.b': 1, c: 'x' } });
  expect(error.message).toBe(
    'E11000 duplicate key error collection: test.things index: a.b_1_c_-1 dup key: { a.b: 1, c: "x" }',
  );
  expect(await failure(things.updateOne({ c: 'y' }, { $set: { c: 'x' } }))).toMatchObject({ code: 11000 });
  expect(await things.countDocuments({ c: 'y' })).toBe(1);
  await things.deleteOne({ c: 'x' });
  await things.updateOne({ c: 'y' }, { $set: { c: 'x' } });
});

test('a unique index includes array elements, but one document may repeat a value', async () => {
  const { things } = await openMongo();
  await things.createIndex({ tags: 1 }, { unique: true });
  await things.insertOne({ tags: ['a', 'b', 'a'] });
  expect(await failure(things.insertOne({ tags: ['c', 'b'] }))).toMatchObject({ code: 11000, keyValue: { tags: 'b' } });
  await things.insertOne({ tags: ['c'] });
});

test('missing counts as null in a unique index, unless it is sparse or partial', async () => {
  const { db } = await openMongo();
  await db.collection('plain').createIndex({ k: 1 }, { unique: true });
  await db.collection('sparse').createIndex({ k: 1 }, { unique: true, sparse: true });
  await db.collection('partial').createIndex({ k: 1 }, { unique: true, partialFilterExpression: { live: true } });
  for (const name of ['plain', 'sparse', 'partial']) await db.collection(name).insertOne({ n: 1 });
  expect(await failure(db.collection('plain').insertOne({ n: 2 }))).toMatchObject({ code: 11000 });
  await db.collection('sparse').insertOne({ n: 2 });
  await db.collection('partial').insertMany([{ k: 1 }, { k: 1 }, { k: 1, live: true }]);
  expect(await failure(db.collection('partial').insertOne({ k: 1, live: true }))).toMatchObject({ code: 11000 });
  expect(
    await failure(db.collection('partial').updateOne({ live: { $exists: false }, k: 1 }, { $set: { live: true } })),
  ).toMatchObject({ code: 11000 });
});

test('fifty concurrent upserts create one document', async () => {
  const { things } = await openMongo();
  await things.createIndex({ user: 1, day: 1 }, { unique: true });
  const filter = { user: 'u', day: '2024-05-01' };
  const writes = Array.from({ length: 50 }, () => things.updateOne(filter, { $inc: { n: 1 } }, { upsert: true }));
  const results = await Promise.all(writes);
  expect(results.reduce((sum, { upsertedCount }) => sum + upsertedCount, 0)).toBe(1);
  expect(await things.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ ...filter, n: 50 }]);
});

test('fifty concurrent inserts of one key create one document', async () => {
  const { things } = await openMongo();
  await things.createIndex({ k: 1 }, { unique: true });
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => things.insertOne({ k: 1 })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await things.countDocuments()).toBe(1);
});

test('indexes are listed, described and dropped', async () => {
  const { things } = await openMongo();
  expect(await failure(things.listIndexes().toArray())).toMatchObject({ code: 26, codeName: 'NamespaceNotFound' });
  await things.createIndexes([
    { key: { a: 1 }, name: 'first' },
    { key: { b: -1, c: 1 }, sparse: true },
    { key: { at: 1 }, expireAfterSeconds: 60 },
  ]);
  expect(await things.listIndexes().toArray()).toEqual([
    { v: 2, key: { _id: 1 }, name: '_id_' },
    { v: 2, key: { a: 1 }, name: 'first' },
    { v: 2, key: { b: -1, c: 1 }, name: 'b_-1_c_1', sparse: true },
    { v: 2, key: { at: 1 }, name: 'at_1', expireAfterSeconds: 60 },
  ]);
  await things.dropIndex('first');
  expect(await failure(things.dropIndex('first'))).toMatchObject({ code: 27 });
  expect(await failure(things.dropIndex('_id_'))).toMatchObject({ code: 72 });
  await things.dropIndexes();
  expect(await things.indexes()).toHaveLength(1);
});

test('creating the same index again succeeds, another one under its name fails', async () => {
  const { things } = await openMongo();
  await things.createIndex({ a: 1 }, { unique: true });
  await things.createIndex({ a: 1 }, { unique: true });
  expect(await failure(things.createIndex({ a: 1 }))).toMatchObject({ code: 86 });
  expect(await failure(things.createIndex({ a: 1 }, { name: 'other' }))).toMatchObject({ code: 85 });
  expect(await failure(things.createIndex({ a: 1 }, { name: 'other', unique: true }))).toMatchObject({ code: 85 });
  expect(await failure(things.createIndex({ b: 1 }, { name: 'a_1' }))).toMatchObject({ code: 86 });
  await things.createIndex({ at: 1 }, { expireAfterSeconds: 5 });
  expect(await failure(things.createIndex({ at: 1 }, { expireAfterSeconds: 6 }))).toMatchObject({ code: 85 });
});

test('a unique index over existing duplicates is refused', async () => {
  const { things } = await openMongo();
  await things.insertMany([{ k: 1 }, { k: 1 }]);
  expect(await failure(things.createIndex({ k: 1 }, { unique: true }))).toMatchObject({ code: 11000 });
  expect(await things.indexes()).toHaveLength(1);
});

test('indexes of other kinds are refused', async () => {
  const { things } = await openMongo();
  for (const [key, options, code] of [
    [{ a: 'text' }, {}, 238],
    [{ a: '2dsphere' }, {}, 238],
    [{ a: 'hashed' }, {}, 238],
    [{ a: 2 }, {}, 67],
    [{ a: 1 }, { collation: { locale: 'es' } }, 238],
    [{ a: 1, b: 1 }, { expireAfterSeconds: 5 }, 67],
    [{ a: 1 }, { expireAfterSeconds: -5 }, 67],
    [{ a: 1 }, { sparse: true, partialFilterExpression: { a: 1 } }, 67],
    [{ a: 1 }, { partialFilterExpression: { a: { $ne: 1 } } }, 67],
  ] as const) {
    expect(await failure(things.createIndex(key, options))).toMatchObject({ code });
  }
});

test('one index cannot contain two arrays of a document', async () => {
  const { things } = await openMongo();
  await things.createIndex({ a: 1, b: 1 });
  await things.insertOne({ a: [1, 2], b: 1 });
  expect(await failure(things.insertOne({ a: [1], b: [2] }))).toMatchObject({ code: 171 });
});

test('the sweeper removes only expired documents, by date and by arrays of dates', async () => {
  const { things } = await openMongo({ sweepEvery: 20 });
  await things.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  const [past, future] = [new Date(Date.now() - 61_000), new Date(Date.now() + 61_000)];
  await things.insertMany([
    { k: 'past', at: past },
    { k: 'list', at: [future, past] },
    { k: 'future', at: future },
    { k: 'text', at: 'x' },
    { k: 'none' },
  ]);
  await until(async () => (await things.countDocuments()) === 3, 'three are left');
  expect((await things.find().toArray()).map(({ k }) => k)).toEqual(['future', 'text', 'none']);
});

function filled(count: number, keys: Doc[]): Collection {
  const collection = new Collection('test.things', memoryLog);
  keys.forEach((key, i) => {
    collection.createIndex(parseIndex({ name: `i${i}`, key }));
  });
  for (let _id = 0; _id < count; _id++)
    collection.insert({ _id, tribe: _id % 10, at: new Date(_id), list: [_id, -_id] });
  return collection;
}

test('a page of one tribe reads only its documents', () => {
  const collection = filled(5000, [{ tribe: 1, _id: -1 }]);
  const filter = { tribe: 3 };
  let compared = 0;
  const match = (doc: Doc): boolean => {
    compared++;
    return compileFilter(filter)(doc);
  };
  const page = collection.find({ filter, match, sort: sortParts({ _id: -1 }), limit: 50 });
  expect(page.map((stored) => stored.doc._id)).toEqual(Array.from({ length: 50 }, (_, i) => 4993 - i * 10));
  expect(compared).toBe(50);
});

test('ranges, lists, ids and $or read only the documents in question', () => {
  const collection = filled(1000, [{ tribe: 1, at: 1 }, { at: -1 }, { list: 1 }]);
  for (const [filter, expected] of [
    [{ tribe: 3, at: { $gte: new Date(900) } }, 10],
    [{ at: { $gt: new Date(10), $lt: new Date(20) } }, 9],
    [{ at: { $in: [new Date(1), new Date(5)] } }, 2],
    [{ $or: [{ at: new Date(7) }, { _id: { $lt: 3 } }] }, 4],
    [{ _id: 4, tribe: 4 }, 1],
    [{ list: -7 }, 1],
  ] as [Doc, number][]) {
    let compared = 0;
    const match = compileFilter(filter);
    const found = collection.find({ filter, match: (doc) => ++compared > 0 && match(doc) });
    expect([found.length, compared]).toEqual([expected, expected]);
  }
});

test('documents in a sparse index are found without reading others', () => {
  const collection = filled(1000, []);
  collection.createIndex(parseIndex({ name: 'outbox', key: { 'outbox._id': 1 }, sparse: true }));
  collection.insert({ _id: 'a', outbox: [{ _id: 1 }, { _id: 2 }] });
  collection.insert({ _id: 'b', outbox: [] });
  const filter = { 'outbox._id': { $exists: true } };
  let compared = 0;
  const match = compileFilter(filter);
  const found = collection.find({ filter, match: (doc) => ++compared > 0 && match(doc) });
  expect([found.map((stored) => stored.doc._id), compared]).toEqual([['a'], 1]);
  const missing = { 'outbox._id': null };
  expect(collection.find({ filter: missing, match: compileFilter(missing) })).toHaveLength(1000);
});

test('the planner prefers equality to order, and order to range', () => {
  const keys: Doc[] = [{ at: 1 }, { tribe: 1 }, { tribe: 1, at: 1 }];
  const indexes = keys.map((key, i) => new Index(parseIndex({ name: `i${i}`, key })));
  const chosen = (filter: Doc, sort: Doc): string | undefined =>
    choosePlan(indexes, filter, sortParts(sort), true)?.index.spec.name;
  expect(chosen({ tribe: 1 }, { at: -1 })).toBe('i2');
  expect(chosen({ tribe: 1 }, { other: 1 })).toBe('i1');
  expect(chosen({}, { at: 1 })).toBe('i0');
  expect(chosen({ tribe: { $gt: 1 } }, {})).toBe('i1');
  expect(chosen({ other: 1 }, {})).toBeUndefined();
});

test('the expiry time of documents is changed in place, and persists over a restart', async () => {
  const dir = await temporaryDirectory();
  const { db, things, server } = await openMongo({ dir });
  await things.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  expect(await failure(things.createIndex({ at: 1 }, { expireAfterSeconds: 90 }))).toMatchObject({ code: 85 });
  const change = { collMod: 'things', index: { keyPattern: { at: 1 }, expireAfterSeconds: 90 } };
  expect(await db.command(change)).toMatchObject({ expireAfterSeconds_old: 60, expireAfterSeconds_new: 90 });
  await things.createIndex({ at: 1 }, { expireAfterSeconds: 90 });
  const missing = { collMod: 'things', index: { keyPattern: { other: 1 }, expireAfterSeconds: 90 } };
  expect(await failure(db.command(missing))).toMatchObject({ code: 27 });
  await server.stop();
  const again = await openMongo({ dir });
  expect(await again.things.indexes()).toMatchObject([{}, { name: 'at_1', expireAfterSeconds: 90 }]);
});
