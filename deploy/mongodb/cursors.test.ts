import { afterEach, expect, test } from '@jest/globals';
import { Long } from 'mongodb';
import { Cursors } from './cursors.ts';
import { clearUp, failure, openMongo } from './testing/fixture.ts';

afterEach(clearUp);

test('a cursor returns every document once, batch by batch', async () => {
  const { things } = await openMongo();
  await things.insertMany(Array.from({ length: 2500 }, (_, n) => ({ n })));
  const cursor = things.find({}, { batchSize: 300, sort: { n: 1 } });
  const seen: number[] = [];
  for await (const { n } of cursor) seen.push(n);
  expect(seen).toEqual(Array.from({ length: 2500 }, (_, n) => n));
  expect((await things.find().toArray()).length).toBe(2500);
  expect((await things.aggregate([{ $match: { n: { $gte: 500 } } }], { batchSize: 7 }).toArray()).length).toBe(2000);
});

test('a cursor returns the documents as of its opening', async () => {
  const { things } = await openMongo();
  await things.insertMany(Array.from({ length: 10 }, (_, n) => ({ n, v: 'old' })));
  const cursor = things.find({}, { batchSize: 2 });
  await cursor.next();
  await things.updateMany({}, { $set: { v: 'new' } });
  await things.deleteMany({ n: 9 });
  const rest = await cursor.toArray();
  expect(rest).toHaveLength(9);
  expect(rest.every(({ v }) => v === 'old')).toBe(true);
});

test('limit and batch size can be combined, and a single batch is supported', async () => {
  const { things, db } = await openMongo();
  await things.insertMany(Array.from({ length: 50 }, (_, n) => ({ n })));
  expect(await things.find({}, { limit: 25, batchSize: 10 }).toArray()).toHaveLength(25);
  expect(await things.find({}, { limit: -5 }).toArray()).toHaveLength(5);
  const empty = await db.command({ find: 'things', batchSize: 0 });
  expect(empty.cursor).toMatchObject({ firstBatch: [], ns: 'test.things' });
  expect(empty.cursor.id).not.toBe(0);
});

test('a batch never exceeds the size limit of a reply', async () => {
  const { things } = await openMongo();
  const filling = 'x'.repeat(3_000_000);
  for (let n = 0; n < 8; n++) await things.insertOne({ n, filling });
  expect(await things.find({}, { projection: { n: 1, filling: 1 } }).toArray()).toHaveLength(8);
});

test('a killed or finished cursor is not found', async () => {
  const { things, db } = await openMongo();
  await things.insertMany(Array.from({ length: 10 }, (_, n) => ({ n })));
  const open = async (): Promise<Long> => {
    const { cursor } = await db.command({ find: 'things', batchSize: 2 });
    return Long.fromValue(cursor.id);
  };
  const getMore = (id: Long, collection = 'things') => db.command({ getMore: id, collection });
  const killed = await open();
  const reply = await db.command({ killCursors: 'things', cursors: [killed, Long.fromNumber(99)] });
  expect(reply).toMatchObject({ cursorsKilled: [killed.toNumber()], cursorsNotFound: [99] });
  expect(await failure(getMore(killed))).toMatchObject({ code: 43, codeName: 'CursorNotFound' });
  const other = await open();
  expect(await failure(getMore(other, 'others'))).toMatchObject({ code: 2 });
  const last = await getMore(other);
  expect(last.cursor.nextBatch).toHaveLength(8);
  expect(await failure(getMore(other))).toMatchObject({ code: 43 });
});

test('an unused cursor expires, unless it has no timeout', () => {
  const hour = 3_600_000;
  const cursors = new Cursors(hour);
  const docs = [{ _id: 1 }, { _id: 2 }, { _id: 3 }];
  const idle = cursors.first('test.things', docs, { batchSize: 1 });
  const lasting = cursors.first('test.things', docs, { batchSize: 1, lasting: true });
  cursors.expire(Date.now() + hour / 2);
  expect(cursors.next(idle.id ?? 0, 'test.things', 1).nextBatch).toEqual([{ _id: 2 }]);
  cursors.expire(Date.now() + hour + 1);
  expect(() => cursors.next(idle.id ?? 0, 'test.things', 1)).toThrow(expect.objectContaining({ code: 43 }));
  expect(cursors.next(lasting.id ?? 0, 'test.things', 1).nextBatch).toEqual([{ _id: 2 }]);
});
