import { afterEach, expect, test } from '@jest/globals';
import type { Db, Document } from 'mongodb';
import { clearUp, connect, failure, openMongo } from './testing/fixture.ts';

afterEach(clearUp);

const name = 'hangBeforeUpsertPerformsInsert';
const turn = (db: Db, mode: 'alwaysOn' | 'off') => db.client.db('admin').command({ configureFailPoint: name, mode });
const entered = (db: Db, timesEntered: number) =>
  db.client.db('admin').command({ waitForFailPoint: name, timesEntered, maxTimeMS: 20_000 });

test('the second of two racing upserts fails with 11000, in a batch and single, and changes nothing', async () => {
  const { db, things } = await openMongo({ testCommands: true });
  expect(await turn(db, 'alwaysOn')).toMatchObject({ count: 0 });
  const upsert = { filter: { _id: 1, n: { $lt: 5 } }, update: { $set: { n: 7 } }, upsert: true } as Document;
  const first = things.updateOne(upsert.filter, upsert.update, { upsert: true });
  await entered(db, 1);
  const batch = failure(things.bulkWrite([{ updateOne: upsert as never }]));
  const single = failure(things.findOneAndUpdate(upsert.filter, { $set: { n: 9 } }, { upsert: true }));
  await entered(db, 3);
  expect(await things.countDocuments()).toBe(0);
  expect(await turn(db, 'off')).toMatchObject({ count: 3 });
  expect(await first).toMatchObject({ upsertedCount: 1 });
  expect([await batch, await single]).toMatchObject([{ code: 11000 }, { code: 11000 }]);
  expect(await things.find().toArray()).toEqual([{ _id: 1, n: 7 }]);
});

test('the server retries an upsert that lost a race when its filter is only the unique key', async () => {
  const { db, things } = await openMongo({ testCommands: true });
  await turn(db, 'alwaysOn');
  const upserts = [1, 2].map(() => things.updateOne({ _id: 1 } as Document, { $inc: { n: 1 } }, { upsert: true }));
  await entered(db, 2);
  await turn(db, 'off');
  const outcomes = await Promise.all(upserts);
  expect(outcomes.map(({ upsertedCount, modifiedCount }) => [upsertedCount, modifiedCount]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect(await things.findOne()).toEqual({ _id: 1, n: 2 });
});

test('a fail point of one database affects and counts only its upserts', async () => {
  const { db, client } = await openMongo({ testCommands: true });
  const admin = client.db('admin');
  const data = { database: db.databaseName };
  const upsertIn = (database: Db) =>
    database.collection('things').updateOne({ n: 1 }, { $set: { m: 1 } }, { upsert: true });
  await admin.command({ configureFailPoint: name, mode: 'alwaysOn', data });
  expect(await upsertIn(client.db('other'))).toMatchObject({ upsertedCount: 1 });
  const held = upsertIn(db);
  await admin.command({ waitForFailPoint: name, timesEntered: 1, maxTimeMS: 20_000, data });
  expect(await db.collection('things').countDocuments()).toBe(0);
  expect(await turn(db, 'off')).toMatchObject({ count: 0 });
  expect(await admin.command({ configureFailPoint: name, mode: 'off', data })).toMatchObject({ count: 1 });
  expect(await held).toMatchObject({ upsertedCount: 1 });
  const other = admin.command({ configureFailPoint: name, mode: 'off', data: { appName: 'x' } });
  expect(await failure(other)).toMatchObject({ codeName: 'IDLUnknownField' });
});

test('a stopping server releases upserts that wait at a fail point', async () => {
  const { server, db, things } = await openMongo({ testCommands: true });
  await turn(db, 'alwaysOn');
  const waiting = things.updateOne({ n: 1 }, { $set: { m: 1 } }, { upsert: true });
  await entered(db, 1);
  await Promise.all([server.stop(), waiting]);
});

test('fail points are refused without test commands, outside of admin, and with unknown names and modes', async () => {
  const { db } = await openMongo();
  expect(await failure(turn(db, 'alwaysOn'))).toMatchObject({ code: 59, codeName: 'CommandNotFound' });
  const { server } = await openMongo({ testCommands: true });
  const { db: tested } = await connect(server.url);
  expect(await failure(tested.command({ configureFailPoint: name, mode: 'off' }))).toMatchObject({ code: 13 });
  const admin = tested.client.db('admin');
  expect(await failure(admin.command({ configureFailPoint: 'other', mode: 'off' }))).toMatchObject({ code: 309 });
  expect(await failure(admin.command({ configureFailPoint: name, mode: { times: 1 } }))).toMatchObject({ code: 238 });
});
