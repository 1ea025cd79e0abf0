import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Mongo, openMongo } from '@tribus/kit/mongo/mongo.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { raceUpserts } from '@tribus/kit/testing/upsert-race.ts';
import { ReactionStore } from '../src/store.ts';

const ctx = { ...testContext('vibes-realtime'), newId: () => crypto.randomUUID() };
let stores: TestStores;
let mongo: Mongo;

beforeAll(async () => {
  stores = await testStores();
  mongo = await openMongo(ctx, { url: stores.env.MONGODB_URL });
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

test('the first taps on a vibe count all, though two copies of the service take them at the same time', async () => {
  const tapBy = (userId: string) => async () => {
    const copy = new ReactionStore(mongo, () => new Date());
    await copy.add({ id: 'v', tribeId: 1, authorId: 'ana' }, { id: userId, userId, emoji: '✨', ts: 1 }, undefined);
  };
  const outcomes = await raceUpserts(mongo.db, [tapBy('bo'), tapBy('carla')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await new ReactionStore(mongo, () => new Date()).count('v')).toMatchObject({ total: 2 });
});
