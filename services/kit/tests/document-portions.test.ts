import { expect, test } from '@jest/globals';
import { deleteInPortions } from '../mongo/document-portions.ts';
import { openMongo } from '../mongo/mongo.ts';
import { testStores } from '../testing/stores.ts';
import { processOf } from '../testing/things.ts';

test('many documents are deleted in slices, and others are not deleted', async () => {
  const stores = await testStores({ postgres: false });
  const ctx = processOf('things');
  const url = new URL(stores.env.MONGODB_URL);
  url.searchParams.set('monitorCommands', 'true');
  const mongo = await openMongo(ctx, { url: url.href });
  const things = mongo.collection<{ _id: number; tribeId: number }>('things');
  await things.insertMany(Array.from({ length: 2_400 }, (_, _id) => ({ _id, tribeId: _id % 2 })));
  const sizes: number[] = [];
  mongo.db.client.on('commandStarted', ({ command, commandName }) => {
    if (commandName === 'delete') sizes.push(command.deletes[0].q._id.$in.length);
  });
  await deleteInPortions(things, { tribeId: 1 });
  expect(sizes).toEqual([500, 500, 200]);
  expect(await things.countDocuments({ tribeId: 0 })).toBe(1_200);
  expect(await things.countDocuments({ tribeId: 1 })).toBe(0);
  await ctx.close();
  await stores.drop();
});
