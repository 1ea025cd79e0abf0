import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AnyRetention } from '../core/retention.ts';
import { createIndexes } from '../mongo/indexes.ts';
import { openMongo } from '../mongo/mongo.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { processOf } from '../testing/things.ts';
import { until } from '../testing/until.ts';

let stores: TestStores;

beforeAll(async () => {
  stores = await testStores({ postgres: false });
});

afterAll(() => stores.drop());

async function openReported(retention?: AnyRetention) {
  const ctx = processOf('things');
  const checks: (() => Promise<boolean>)[] = [];
  const mongo = await openMongo(
    { ...ctx, readyWhen: (_what, check) => checks.push(check) },
    { url: stores.env.MONGODB_URL, ...(retention && { retention }) },
  );
  const ready = async () => (await Promise.all(checks.map((check) => check()))).every(Boolean);
  return { ctx, mongo, ready };
}

test('a service that changes the expiry of its documents becomes ready, and the new expiry applies', async () => {
  for (const expireAfterSeconds of [60, 90]) {
    const { ctx, mongo, ready } = await openReported();
    mongo.ensureIndexes('expiring', [{ key: { name: 1 } }, { key: { at: 1 }, expireAfterSeconds }]);
    await until(ready, `ready with ${expireAfterSeconds} seconds`);
    const indexes = await mongo.collection('expiring').listIndexes().toArray();
    expect(indexes.find(({ key }) => key.at === 1)).toMatchObject({ expireAfterSeconds });
    await ctx.close();
  }
});

test('documents with a retention in days expire, and a collection without a declared retention is rejected', async () => {
  const { ctx, mongo, ready } = await openReported({
    codes: { days: 0.5, since: 'madeAt' },
    letters: { until: 'they are answered' },
  });
  await until(ready, 'ready');
  expect(await mongo.collection('codes').listIndexes().toArray()).toContainEqual(
    expect.objectContaining({ key: { madeAt: 1 }, expireAfterSeconds: 43_200 }),
  );
  expect(mongo.collection('letters').collectionName).toBe('letters');
  expect(() => mongo.collection('drafts')).toThrow('no retention declared for collection drafts');
  await ctx.close();
});

test('an existing index with other options is an error with instructions, after which the index is created', async () => {
  const { ctx, mongo, ready } = await openReported();
  const wanted = [{ key: { name: 1 }, unique: true }];
  await mongo.db.collection('names').createIndexes([{ key: { name: 1 } }]);
  await expect(createIndexes(mongo.db, ctx.log, 'names', wanted)).rejects.toThrow(
    `${mongo.db.databaseName}.names {"name":1} exists with other options; drop it with ` +
      `db.getSiblingDB('${mongo.db.databaseName}').names.dropIndex({"name":1})`,
  );
  mongo.ensureIndexes('names', wanted);
  expect(await ready()).toBe(false);
  await mongo.db.collection('names').dropIndex('name_1');
  await until(ready, 'ready after the index was dropped');
  await ctx.close();
});
