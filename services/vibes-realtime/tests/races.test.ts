import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Mongo, openMongo } from '@tribus/kit/mongo/mongo.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { raceUpserts } from '@tribus/kit/testing/upsert-race.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import { ReactionStore } from '../src/store/reactions.ts';

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

test('the first reactions to a vibe count all, though two replicas take them at the same time', async () => {
  const reactionBy = (userId: string) => async () => {
    const replica = new ReactionStore(mongo, () => new Date());
    const event = mongo.event(VibeReacted, VibeReacted.fromPartial({ vibeId: 'v', tribeId: 1, userId, emoji: '✨' }));
    await replica.add({ id: 'v', tribeId: 1, authorId: 'ana' }, { id: userId, userId, emoji: '✨', ts: 1 }, { event });
  };
  const outcomes = await raceUpserts(mongo.db, [reactionBy('bo'), reactionBy('carla')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await new ReactionStore(mongo, () => new Date()).count('v')).toMatchObject({ total: 2 });
});
