import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CommandStartedEvent } from 'mongodb';
import { openBus } from '../events/bus.ts';
import { type WithOutbox, withEvents } from '../mongo/embedded-events.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { startMongoRelay } from '../mongo/outbox.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { processOf, ThingMade } from '../testing/things.ts';
import { becomes } from '../testing/until.ts';

const ctx = processOf('things');
const readCommands = ['find', 'aggregate', 'count', 'distinct'];
let stores: TestStores;
let mongo: Mongo;

beforeAll(async () => {
  stores = await testStores({ postgres: false });
  const url = new URL(stores.env.MONGODB_URL);
  url.searchParams.set('monitorCommands', 'true');
  mongo = await openMongo(ctx, { url: url.href });
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

test('a relay uses the read concern majority in all its reads', async () => {
  const reads: { query: string; level: unknown }[] = [];
  mongo.db.client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (readCommands.includes(commandName))
      reads.push({ query: `${commandName} ${command[commandName]}`, level: command.readConcern?.level });
  });
  const relay = startMongoRelay(ctx, mongo, await openBus(ctx, { url: stores.env.NATS_URL }), ['things']);
  const things = mongo.collection<WithOutbox & { _id: string }>('things');
  const event = mongo.event(ThingMade, { name: 'made' });
  await things.insertOne(withEvents({ _id: 'thing' }, [event]));
  // Wait by metrics, which the relay computes: a read by the test itself would be recorded.
  await becomes(ctx, 'outbox_published_total', 1);
  expect(await relay.replay(new Date(0))).toBe(1);
  const queries = ['find things', 'aggregate things', 'find published_events', 'aggregate published_events'];
  expect([...new Set(reads.map(({ query }) => query))].sort()).toEqual([...queries, 'find outbox_streams'].sort());
  expect(reads.filter(({ level }) => level !== 'majority')).toEqual([]);
});
