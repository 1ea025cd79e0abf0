import { afterEach, expect, test } from '@jest/globals';
import { MongoBulkWriteError, ObjectId } from 'mongodb';
import { clearUp, failure, openMongo, plain } from './testing/fixture.ts';

afterEach(clearUp);

test('an inserted document is found by its id', async () => {
  const { things } = await openMongo();
  const { insertedId } = await things.insertOne({ name: 'drum', size: 3 });
  expect(insertedId).toBeInstanceOf(ObjectId);
  expect(await things.findOne({ name: 'drum' })).toEqual({ _id: insertedId, name: 'drum', size: 3 });
  expect(await things.findOne({ name: 'flute' })).toBeNull();
});

test('a document without an id gets one as its first field', async () => {
  const { things } = await openMongo();
  await things.insertOne({ name: 'drum' }, { forceServerObjectId: true });
  const doc = await things.findOne();
  expect(Object.keys(doc ?? {})).toEqual(['_id', 'name']);
});

test('find sorts, skips, limits and projects', async () => {
  const { things } = await openMongo();
  await things.insertMany([3, 1, 2, 5, 4].map((n) => ({ n, half: n / 2, deep: { a: n, b: -n } })));
  const page = things.find({}, { sort: { n: -1 }, skip: 1, limit: 2, projection: { _id: 0, n: 1, 'deep.b': 1 } });
  expect(await page.toArray()).toEqual([
    { n: 4, deep: { b: -4 } },
    { n: 3, deep: { b: -3 } },
  ]);
  expect(await things.find({ n: 1 }, { projection: { deep: 0, _id: 0 } }).toArray()).toEqual([{ n: 1, half: 0.5 }]);
});

test('a projection selects fields within arrays, slices them and picks one element', async () => {
  const { things } = await openMongo();
  await things.insertOne({ list: [{ a: 1, b: 1 }, { a: 2, b: 2 }, 7], tags: ['x', 'y', 'z'] });
  const project = (projection: object) => things.findOne({}, { projection: { _id: 0, ...projection } });
  expect(await project({ 'list.a': 1 })).toEqual({ list: [{ a: 1 }, { a: 2 }] });
  expect(await project({ 'list.a': 0, tags: 0 })).toEqual({ list: [{ b: 1 }, { b: 2 }, 7] });
  expect(await project({ tags: { $slice: -2 }, list: 0 })).toEqual({ tags: ['y', 'z'] });
  expect(await project({ list: { $elemMatch: { a: 2 } } })).toEqual({ list: [{ a: 2, b: 2 }] });
});

test('count, distinct and estimated count match the documents', async () => {
  const { things } = await openMongo();
  expect(await things.countDocuments()).toBe(0);
  await things.insertMany([{ t: ['a', 'b'] }, { t: ['b'] }, { t: 'c' }, {}]);
  expect(await things.countDocuments({ t: 'b' })).toBe(2);
  expect(await things.countDocuments({}, { skip: 1, limit: 2 })).toBe(2);
  expect(await things.estimatedDocumentCount()).toBe(4);
  expect(await things.distinct('t')).toEqual(['a', 'b', 'c']);
  expect(await things.distinct('t', { t: 'c' })).toEqual(['c']);
});

test('updateOne, updateMany and replaceOne count matched and changed documents', async () => {
  const { things } = await openMongo();
  await things.insertMany([{ k: 1 }, { k: 1 }, { k: 2 }]);
  expect(await things.updateOne({ k: 1 }, { $set: { v: 1 } })).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect(await things.updateMany({ k: 1 }, { $set: { v: 1 } })).toMatchObject({ matchedCount: 2, modifiedCount: 1 });
  expect(await things.updateMany({ k: 9 }, { $set: { v: 1 } })).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
  expect(await things.replaceOne({ k: 2 }, { k: 3, w: 1 })).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect(plain(await things.find({ k: { $gt: 1 } }).toArray())).toEqual([{ k: 3, w: 1 }]);
});

test('an upserted document contains the equalities of the filter', async () => {
  const { things } = await openMongo();
  const filter = { name: 'a', 'deep.n': 2, age: { $gt: 5 }, $and: [{ kind: { $eq: 'k' } }] };
  const result = await things.updateOne(filter, { $set: { v: 1 }, $setOnInsert: { born: true } }, { upsert: true });
  expect(result).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
  expect(plain(await things.find().toArray())).toEqual([{ name: 'a', deep: { n: 2 }, kind: 'k', born: true, v: 1 }]);
  expect(result.upsertedId).toEqual((await things.findOne())?._id);
  const again = await things.updateOne(
    { name: 'a' },
    { $set: { v: 2 }, $setOnInsert: { born: false } },
    { upsert: true },
  );
  expect(again).toMatchObject({ matchedCount: 1, upsertedCount: 0 });
  expect(await things.findOne({ name: 'a' })).toMatchObject({ v: 2, born: true });
});

test('a replacing upsert uses the id of the filter', async () => {
  const { db } = await openMongo();
  const numbers = db.collection<{ _id: number; v: number }>('numbers');
  await numbers.replaceOne({ _id: 7 }, { v: 1 }, { upsert: true });
  expect(await numbers.find().toArray()).toEqual([{ _id: 7, v: 1 }]);
});

test('deleteOne removes one match and deleteMany all', async () => {
  const { things } = await openMongo();
  await things.insertMany([{ k: 1 }, { k: 1 }, { k: 1 }, { k: 2 }]);
  expect(await things.deleteOne({ k: 1 })).toMatchObject({ deletedCount: 1 });
  expect(await things.deleteMany({ k: 1 })).toMatchObject({ deletedCount: 2 });
  expect(await things.countDocuments()).toBe(1);
});

test('findOneAnd… returns the document before or after the change', async () => {
  const { things } = await openMongo();
  await things.insertMany([
    { k: 1, n: 1 },
    { k: 1, n: 5 },
  ]);
  const before = await things.findOneAndUpdate(
    { k: 1 },
    { $inc: { n: 10 } },
    { sort: { n: -1 }, projection: { _id: 0 } },
  );
  expect(before).toEqual({ k: 1, n: 5 });
  const after = await things.findOneAndUpdate({ n: 15 }, { $inc: { n: 1 } }, { returnDocument: 'after' });
  expect(after).toMatchObject({ n: 16 });
  expect(await things.findOneAndReplace({ n: 16 }, { k: 2 }, { returnDocument: 'after' })).toMatchObject({ k: 2 });
  expect(await things.findOneAndDelete({ k: 2 })).toMatchObject({ k: 2 });
  expect(await things.findOneAndDelete({ k: 2 })).toBeNull();
  const made = await things.findOneAndUpdate({ k: 9 }, { $set: { n: 1 } }, { upsert: true, returnDocument: 'after' });
  expect(made).toMatchObject({ k: 9, n: 1 });
  expect(await things.findOneAndUpdate({ k: 10 }, { $set: { n: 1 } }, { upsert: true })).toBeNull();
});

test('findOneAndUpdate returns the upserted id in its metadata', async () => {
  const { things } = await openMongo();
  const options = { upsert: true, includeResultMetadata: true } as const;
  const result = await things.findOneAndUpdate({ k: 1 }, { $set: { n: 1 } }, options);
  expect(result.lastErrorObject).toMatchObject({ n: 1, updatedExisting: false });
  expect(result.lastErrorObject?.upserted).toEqual((await things.findOne())?._id);
});

test('a bulk write runs every kind of operation and counts each', async () => {
  const { things } = await openMongo();
  const result = await things.bulkWrite([
    { insertOne: { document: { k: 1 } } },
    { insertOne: { document: { k: 2 } } },
    { updateOne: { filter: { k: 1 }, update: { $set: { v: 1 } } } },
    { updateMany: { filter: {}, update: { $set: { w: 1 } } } },
    { replaceOne: { filter: { k: 3 }, replacement: { k: 3 }, upsert: true } },
    { deleteOne: { filter: { k: 2 } } },
    { deleteMany: { filter: { k: 99 } } },
  ]);
  expect(result).toMatchObject({
    insertedCount: 2,
    matchedCount: 3,
    modifiedCount: 3,
    upsertedCount: 1,
    deletedCount: 1,
  });
  expect(plain(await things.find().sort({ k: 1 }).toArray())).toEqual([{ k: 1, v: 1, w: 1 }, { k: 3 }]);
});

test('an ordered batch ends with its first error, an unordered one continues', async () => {
  const { db } = await openMongo();
  const batch = [1, 2, 1, 3].map((_id) => ({ _id }));
  for (const [ordered, expected] of [
    [true, [1, 2]],
    [false, [1, 2, 3]],
  ] as const) {
    const numbers = db.collection<{ _id: number }>(`numbers-${ordered}`);
    const error = await failure(numbers.insertMany(batch, { ordered }));
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect(error.code).toBe(11000);
    if (error instanceof MongoBulkWriteError) {
      const [first] = [error.writeErrors].flat();
      expect(first).toMatchObject({ index: 2, code: 11000 });
      expect(first?.errmsg).toContain('E11000 duplicate key error collection: test.numbers');
      expect(error.result.insertedCount).toBe(expected.length);
    }
    expect((await numbers.find().toArray()).map(({ _id }) => _id)).toEqual(expected);
  }
});

test('collections and databases are listed, created and dropped', async () => {
  const { client, db } = await openMongo();
  await db.createCollection('empty');
  await db.collection('full').insertOne({});
  expect((await db.listCollections().toArray()).map(({ name }) => name)).toEqual(['empty', 'full']);
  expect(await db.listCollections({ name: 'full' }, { nameOnly: true }).toArray()).toEqual([
    { name: 'full', type: 'collection' },
  ]);
  expect((await db.admin().listDatabases()).databases.map(({ name }) => name)).toEqual(['test']);
  expect(await db.stats()).toMatchObject({ collections: 2, objects: 1 });
  await db.dropCollection('empty');
  await client.db('other').collection('x').insertOne({});
  await db.dropDatabase();
  expect(await db.listCollections().toArray()).toEqual([]);
  expect(await client.db('other').collection('x').countDocuments()).toBe(1);
});

test('an unacknowledged write is applied', async () => {
  const { things } = await openMongo();
  expect(await things.insertOne({ k: 1 }, { writeConcern: { w: 0 } })).toMatchObject({ acknowledged: false });
  await things.insertOne({ k: 2 });
  expect(await things.countDocuments({ k: 2 })).toBe(1);
});

test('$pull fails on a path through a scalar, and has no effect on a missing field', async () => {
  const { things } = await openMongo();
  await things.insertOne({ number: 1, list: [{ a: [1] }] });
  for (const path of ['number.a', 'list.a']) {
    expect(await failure(things.updateOne({}, { $pull: { [path]: 1 } } as object))).toMatchObject({ code: 28 });
    expect(await failure(things.updateOne({}, { $pop: { [path]: 1 } } as object))).toMatchObject({ code: 28 });
  }
  await things.updateOne({}, {
    $pull: { 'missing.a': 1 },
    $pop: { 'absent.a': 1 },
    $unset: { 'number.b': 1 },
  } as object);
  expect(plain(await things.find().toArray())).toEqual([{ number: 1, list: [{ a: [1] }] }]);
});
