import { afterEach, expect, test } from '@jest/globals';
import type { Document } from 'mongodb';
import { clearUp, failure, openMongo } from './testing/fixture.ts';

afterEach(clearUp);

const REFUSED: [string, Document, number, string][] = [
  ['an unknown command', { frobnicate: 1 }, 59, 'CommandNotFound'],
  ['an explanation of an insert', { explain: { insert: 'x', documents: [{}] } }, 59, 'CommandNotFound'],
  ['an explanation of collation', { explain: { find: 'x', collation: { locale: 'es' } } }, 238, 'NotImplemented'],
  [
    'an explanation of two statements',
    {
      explain: {
        delete: 'x',
        deletes: [
          { q: {}, limit: 0 },
          { q: {}, limit: 0 },
        ],
      },
    },
    16,
    'InvalidLength',
  ],
  ['map-reduce', { mapReduce: 'x' }, 59, 'CommandNotFound'],
  ['an unknown field', { find: 'x', nope: 1 }, 40415, 'IDLUnknownField'],
  ['a field of the wrong type', { find: 'x', filter: 'y' }, 14, 'TypeMismatch'],
  ['a negative limit', { find: 'x', limit: -1 }, 51024, 'Location51024'],
  ['collation', { find: 'x', collation: { locale: 'es', strength: 1 } }, 238, 'NotImplemented'],
  ['a tailable cursor', { find: 'x', tailable: true }, 238, 'NotImplemented'],
  ['the positional projection', { find: 'x', projection: { 'a.$': 1 } }, 238, 'NotImplemented'],
  ['a computed projection', { find: 'x', projection: { a: { $add: [1, 2] } } }, 238, 'NotImplemented'],
  ['a mixed projection', { find: 'x', projection: { a: 0, b: 1 } }, 31253, 'Location31253'],
  ['a sort by text score', { find: 'x', sort: { a: { $meta: 'textScore' } } }, 15974, 'Location15974'],
  ['a sort direction of 2', { find: 'x', sort: { a: 2 } }, 15975, 'Location15975'],
  ['let in a find', { find: 'x', let: { a: 1 } }, 238, 'NotImplemented'],
  ['a database-wide aggregate', { aggregate: 1, pipeline: [], cursor: {} }, 73, 'InvalidNamespace'],
  ['an aggregate without cursor', { aggregate: 'x', pipeline: [] }, 9, 'FailedToParse'],
  ['an explained aggregate', { aggregate: 'x', pipeline: [], cursor: {}, explain: true }, 238, 'NotImplemented'],
  ['a change stream', { aggregate: 'x', pipeline: [{ $changeStream: {} }], cursor: {} }, 40324, 'Location40324'],
  ['a capped collection', { create: 'x', capped: true, size: 1000 }, 238, 'NotImplemented'],
  ['a validator', { create: 'x', validator: { a: 1 } }, 238, 'NotImplemented'],
  ['a bad collection name', { create: 'a$b' }, 73, 'InvalidNamespace'],
  ['a system collection', { create: 'system.users' }, 73, 'InvalidNamespace'],
  ['an empty batch', { insert: 'x', documents: [] }, 16, 'InvalidLength'],
  ['a transaction', { insert: 'x', documents: [{}], txnNumber: 1, autocommit: false }, 20, 'IllegalOperation'],
  ['a write concern of two', { insert: 'x', documents: [{}], writeConcern: { w: 2 } }, 2, 'BadValue'],
  ['a snapshot', { find: 'x', readConcern: { level: 'snapshot' } }, 238, 'NotImplemented'],
  ['remove and update at once', { findAndModify: 'x', remove: true, update: { $set: { a: 1 } } }, 9, 'FailedToParse'],
  ['findAndModify without a change', { findAndModify: 'x' }, 9, 'FailedToParse'],
  [
    'array filters',
    { findAndModify: 'x', update: { $set: { a: 1 } }, arrayFilters: [{ 'e.a': 1 }] },
    238,
    'NotImplemented',
  ],
  ['an unknown parameter', { getParameter: 1 }, 72, 'InvalidOptions'],
  ['an update without statements', { update: 'x' }, 40414, 'Location40414'],
];

test("unsupported features are refused with MongoDB's errors", async () => {
  const { db } = await openMongo();
  for (const [name, command, code, codeName] of REFUSED) {
    const error = await failure(db.command(command));
    expect([name, error.code, error.codeName]).toEqual([name, code, codeName]);
    expect(error.errorResponse).toMatchObject({ ok: 0, errmsg: expect.any(String) });
  }
});

test('options that are switched off are accepted', async () => {
  const { db } = await openMongo();
  const off = {
    collation: { locale: 'simple' },
    tailable: false,
    let: {},
    comment: 'x',
    hint: { _id: 1 },
    maxTimeMS: 1000,
  };
  expect((await db.command({ find: 'x', ...off })).ok).toBe(1);
});

test('each invalid statement is refused separately', async () => {
  const { things } = await openMongo();
  await things.insertOne({ a: [1] });
  expect(await failure(things.updateOne({}, { $set: { 'a.$[x]': 1 } }, { arrayFilters: [{ x: 1 }] }))).toMatchObject({
    code: 238,
  });
  expect(await failure(things.updateOne({}, { $set: { a: 2 } }, { collation: { locale: 'es' } }))).toMatchObject({
    code: 238,
  });
  expect(await failure(things.updateOne({}, [{ $set: { a: 2 } }]))).toMatchObject({ code: 238 });
  expect(await failure(things.deleteOne({}, { collation: { locale: 'es' } }))).toMatchObject({ code: 238 });
  expect(await things.countDocuments({ a: 1 })).toBe(1);
});

test('an id cannot be changed', async () => {
  const { things } = await openMongo();
  await things.insertOne({ a: 1 });
  for (const change of [{ $set: { _id: 5 } }, { $unset: { _id: '' } }, { $rename: { a: '_id' } }]) {
    expect(await failure(things.updateOne({ a: 1 }, change as object))).toMatchObject({ code: 66 });
  }
  expect(await failure(things.replaceOne({ a: 1 }, { _id: 7, a: 1 } as object))).toMatchObject({ code: 66 });
  expect(
    await failure(things.updateOne({ _id: 1 } as object, { $set: { _id: 2 } } as object, { upsert: true })),
  ).toMatchObject({ code: 66 });
});

test('invalid documents are not stored', async () => {
  const { db, things } = await openMongo();
  const insert = (doc: Document) => failure(things.insertOne(doc));
  expect(await insert({ $a: 1 })).toMatchObject({ code: 52 });
  expect(await insert({ a: [{ b: { $c: 1 } }] })).toMatchObject({ code: 52 });
  expect(await insert({ _id: [1] })).toMatchObject({ code: 53 });
  expect(await insert({ _id: /x/ })).toMatchObject({ code: 53 });
  const big = { insert: 'things', documents: [{ text: 'x'.repeat(16 * 1024 * 1024) }] };
  expect(await failure(things.insertOne({ a: 1, $b: 2 }))).toMatchObject({ code: 52 });
  expect((await db.command(big)).writeErrors).toMatchObject([{ index: 0, code: 10334 }]);
  expect(await things.countDocuments()).toBe(0);
});

test('a document cannot grow beyond 16 MB', async () => {
  const { things } = await openMongo();
  await things.insertOne({ text: 'x'.repeat(9 * 1024 * 1024) });
  expect(await failure(things.updateOne({}, { $set: { more: 'x'.repeat(8 * 1024 * 1024) } }))).toMatchObject({
    code: 10334,
  });
  expect(await things.countDocuments({ more: { $exists: true } })).toBe(0);
});

test('a search ends at its time limit', async () => {
  const { things } = await openMongo();
  await things.insertMany(
    Array.from({ length: 3000 }, (_, n) => ({ n, list: Array.from({ length: 50 }, (__, i) => i) })),
  );
  const slow = things.find({ list: { $all: [48, 49] }, 'list.60': { $exists: false }, n: -1 }, { maxTimeMS: 1 });
  expect(await failure(slow.toArray())).toMatchObject({ code: 50 });
});
