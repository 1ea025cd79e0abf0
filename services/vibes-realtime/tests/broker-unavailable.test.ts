import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBus } from '@tribus/kit/events/bus.ts';
import { updateWithEvents } from '@tribus/kit/mongo/embedded-events.ts';
import { type Mongo, openMongo } from '@tribus/kit/mongo/mongo.ts';
import { startMongoRelay } from '@tribus/kit/mongo/outbox.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import { Reactions } from '../src/store/reactions.ts';

const vibe = { id: 'v', tribeId: 1, authorId: 'ana' };
const reaction = (id: string) => ({ id, userId: 'bo', emoji: '✨', ts: 1 });

const ctx = { ...testContext('vibes-realtime'), newId: () => crypto.randomUUID() };
let stores: TestStores;
let mongo: Mongo;
let updates = 0;

beforeAll(async () => {
  stores = await testStores();
  const url = new URL(stores.env.MONGODB_URL);
  url.searchParams.set('monitorCommands', 'true');
  mongo = await openMongo(ctx, { url: url.href });
  mongo.db.client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'update' && command.update === 'vibes') updates += 1;
  });
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

const payload = VibeReacted.fromPartial({ vibeId: 'v', tribeId: 1, userId: 'bo', emoji: '✨' });
const add = (store: Reactions, id: string) =>
  store.add(vibe, reaction(id), { event: mongo.event(VibeReacted, payload) });

/** Adds pending events, as reactions do while the broker is unavailable. */
async function addEvents(count: number): Promise<void> {
  const events = Array.from({ length: count }, () => mongo.event(VibeReacted, payload));
  await mongo.collection<{ _id: string }>('vibes').updateOne({ _id: 'v' }, updateWithEvents({}, events));
}

test('without the broker a vibe accepts 2,000 reactions and rejects more with 503; the backlog is published in few writes', async () => {
  const store = new Reactions(mongo, () => new Date());
  await add(store, 'first');
  await addEvents(1_998);
  await add(store, 'last');
  const refused = add(store, 'too many');
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfter: 5 });
  expect(await add(store, 'last')).toMatchObject({ total: 2 });
  expect(await store.count('v')).toMatchObject({ total: 2 });

  updates = 0;
  startMongoRelay(ctx, mongo, await openBus(ctx, { url: stores.env.NATS_URL }), ['vibes']);
  const pending = () => mongo.collection('vibes').countDocuments({ 'outbox._id': { $exists: true } });
  await until(async () => (await pending()) === 0, 'all is published');
  expect(updates).toBe(2);
  expect(await add(store, 'too many')).toMatchObject({ total: 3 });
});
