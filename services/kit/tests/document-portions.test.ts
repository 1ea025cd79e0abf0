import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Collection } from 'mongodb';
import { deleteInPortions, updateInPortions } from '../mongo/document-portions.ts';
import { openMongo } from '../mongo/mongo.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { type ProcessContext, processOf } from '../testing/things.ts';

interface Thing {
  _id: number;
  tribeId: number;
  level?: number;
}

let stores: TestStores;
let ctx: ProcessContext;
let things: Collection<Thing>;
/** The number of documents that each statement names, by command. */
let sizes: { delete: number[]; update: number[] };

beforeEach(async () => {
  stores = await testStores({ postgres: false });
  ctx = processOf('things');
  const url = new URL(stores.env.MONGODB_URL);
  url.searchParams.set('monitorCommands', 'true');
  const mongo = await openMongo(ctx, { url: url.href });
  things = mongo.collection<Thing>('things');
  await things.insertMany(Array.from({ length: 2_400 }, (_, _id) => ({ _id, tribeId: _id % 2 })));
  sizes = { delete: [], update: [] };
  mongo.db.client.on('commandStarted', ({ command, commandName }) => {
    if (commandName === 'delete') sizes.delete.push(command.deletes[0].q._id.$in.length);
    if (commandName === 'update') sizes.update.push(command.updates[0].q._id.$in.length);
  });
});
afterEach(async () => {
  await ctx.close();
  await stores.drop();
});

test('many documents are deleted in portions, and others are not deleted', async () => {
  await deleteInPortions(things, { tribeId: 1 });
  expect(sizes.delete).toEqual([500, 500, 200]);
  expect(await things.countDocuments({ tribeId: 0 })).toBe(1_200);
  expect(await things.countDocuments({ tribeId: 1 })).toBe(0);
});

test('many documents are changed in portions, and others are not changed', async () => {
  expect(await updateInPortions(things, { tribeId: 1 }, { level: 3 })).toBe(1_200);
  expect(sizes.update).toEqual([500, 500, 200]);
  expect(await things.countDocuments({ tribeId: 1, level: 3 })).toBe(1_200);
  expect(await things.countDocuments({ level: 3 })).toBe(1_200);
});

test('a second change continues after an interruption, and changes only the remaining documents', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => 2 * index + 1);
  await things.updateMany({ _id: { $in: ids } }, { $set: { level: 3 } });
  sizes.update = [];
  expect(await updateInPortions(things, { tribeId: 1 }, { level: 3 })).toBe(750);
  expect(sizes.update).toEqual([500, 250]);
  expect(await updateInPortions(things, { tribeId: 1 }, { level: 3 })).toBe(0);
  expect(await things.countDocuments({ tribeId: 1, level: 3 })).toBe(1_200);
});

test('documents that stop matching between the read and the write of a portion are neither changed nor deleted', async () => {
  for (const write of [
    () => updateInPortions(things, { tribeId: 1 }, { level: 3 }),
    () => deleteInPortions(things, { tribeId: 1 }),
  ]) {
    const moved = await things.findOne({ tribeId: 1 });
    const { find } = things;
    const findAndMove = (...args: Parameters<typeof find>) => {
      Object.assign(things, { find });
      const cursor = find.apply(things, args);
      const { toArray } = cursor;
      cursor.toArray = async () => {
        const portion = await toArray.call(cursor);
        await things.updateOne({ _id: { $in: [moved?._id ?? -1] } }, { $set: { tribeId: 2 } });
        return portion;
      };
      return cursor;
    };
    Object.assign(things, { find: findAndMove });
    await write();
    expect(await things.findOne({ _id: moved?._id ?? -1 })).toEqual({ ...moved, tribeId: 2 });
  }
});
