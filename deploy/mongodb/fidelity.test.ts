import { afterEach, expect, test } from '@jest/globals';
import { Binary, BSON, BSONRegExp, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'mongodb';
import { startMongo } from './server.ts';
import { clearUp, connect, failure, openMongo, temporaryDirectory } from './testing/fixture.ts';

afterEach(clearUp);

const everything = {
  _id: new ObjectId('64b000000000000000000001'),
  text: 'ñandú 你好 😀',
  int: new Int32(1),
  wholeDouble: new Double(1),
  double: new Double(1.5),
  minusZero: new Double(-0),
  infinite: new Double(Number.POSITIVE_INFINITY),
  nan: new Double(Number.NaN),
  large: new Double(1714521600000),
  long: Long.fromNumber(1),
  longest: Long.fromString('-9223372036854775808'),
  date: new Date('2024-05-01T12:00:00.123Z'),
  old: new Date(-62_135_596_800_000),
  uuid: new UUID('0190a000-0000-7000-8000-000000000001'),
  binary: new Binary(Buffer.from([0, 255, 254, 1]), 0),
  userDefined: new Binary(Buffer.from([1]), 128),
  pattern: new BSONRegExp('^a.b$', 'im'),
  timestamp: new Timestamp({ t: 5, i: 7 }),
  nothing: null,
  yes: true,
  min: new MinKey(),
  max: new MaxKey(),
  zeta: { z: 1, a: { c: [1, [2, { x: null }]], b: '' } },
  empty: {},
  none: [],
};

test('every value is returned with its type, before and after a restart', async () => {
  const dir = await temporaryDirectory();
  const bytes = Buffer.from(BSON.serialize(everything));
  const read = async (url: string): Promise<Buffer> => {
    const { db } = await connect(url);
    const raw = await db.collection('things', { raw: true }).findOne();
    return Buffer.isBuffer(raw) ? raw : Buffer.alloc(0);
  };
  const first = await startMongo({ dir });
  const { things } = await connect(first.url);
  await things.insertOne(everything);
  expect((await read(first.url)).equals(bytes)).toBe(true);
  await first.stop();
  const second = await openMongo({ dir });
  expect((await read(second.server.url)).equals(bytes)).toBe(true);
});

test('an update does not change the types of other fields', async () => {
  const { things, db } = await openMongo();
  await things.insertOne(everything);
  await things.updateOne({}, { $inc: { int: 1 }, $set: { extra: new Double(3) } });
  const doc = await db.collection('things', { promoteValues: false }).findOne();
  expect(doc?.wholeDouble).toEqual(new Double(1));
  expect(doc?.long).toEqual(Long.fromNumber(1));
  expect(doc?.int).toEqual(new Int32(2));
  expect(doc?.extra).toEqual(new Double(3));
});

test('a change of only the type is a change', async () => {
  const { things } = await openMongo();
  await things.insertOne({ n: 1 });
  expect(await things.updateOne({}, { $set: { n: 1 } })).toMatchObject({ modifiedCount: 0 });
  expect(await things.updateOne({}, { $set: { n: new Double(1) } })).toMatchObject({
    matchedCount: 1,
    modifiedCount: 1,
  });
});

test('a sort orders values by type', async () => {
  const { things } = await openMongo();
  const inOrder = [
    new MinKey(),
    [],
    null,
    -5,
    1,
    2.5,
    Long.fromString('9007199254740993'),
    'A',
    'a',
    { a: 1 },
    { b: 1 },
    new Binary(Buffer.from([1])),
    new ObjectId(),
    false,
    true,
    new Date(0),
    new Timestamp({ t: 1, i: 1 }),
    /x/,
    new MaxKey(),
  ];
  await things.insertMany(inOrder.map((v, position) => ({ v, position })).toReversed());
  const up = await things.find().sort({ v: 1 }).toArray();
  expect(up.map(({ position }) => position)).toEqual(inOrder.map((_, position) => position));
  await things.createIndex({ v: -1 });
  const down = await things.find().sort({ v: -1 }).toArray();
  expect(down.map(({ position }) => position)).toEqual(inOrder.map((_, position) => position).toReversed());
});

test('uuids are found by equality and range', async () => {
  const { things } = await openMongo();
  const ids = [1, 2, 3].map((n) => new UUID(`0190a000-0000-7000-8000-00000000000${n}`));
  await things.insertMany(ids.map((id) => ({ id })));
  await things.createIndex({ id: 1 }, { unique: true });
  expect(await things.countDocuments({ id: ids[1] })).toBe(1);
  expect(await things.countDocuments({ id: { $gt: ids[0] } })).toBe(2);
  expect(await failure(things.insertOne({ id: new UUID(ids[0]) }))).toMatchObject({ code: 11000 });
});

test('types that could not be compared are refused', async () => {
  const { things } = await openMongo();
  for (const value of [BSON.Decimal128.fromString('1.5'), new BSON.Code('x'), new BSON.BSONSymbol('x')]) {
    expect(await failure(things.insertOne({ value }))).toMatchObject({ code: 2, codeName: 'BadValue' });
  }
});
