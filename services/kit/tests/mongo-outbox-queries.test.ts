import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Collection } from 'mongodb';
import type { Bus } from '../events/broker.ts';
import { openBus } from '../events/bus.ts';
import type { EventMetadata } from '../events/events.ts';
import { on } from '../events/handlers.ts';
import { type WithOutbox, withEvents } from '../mongo/embedded-events.ts';
import { startIdempotentConsumer } from '../mongo/inbox.ts';
import { startMongoRelay } from '../mongo/outbox.ts';
import { BrokerProbe } from '../testing/broker.ts';
import { isSlow, type ObservedMongo, observeMongo } from '../testing/queries.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { type ProcessContext, processOf, ThingMade } from '../testing/things.ts';
import { until } from '../testing/until.ts';

const backlogSize = 3_000;

let stores: TestStores;
let broker: BrokerProbe;
let ctx: ProcessContext;
let observed: ObservedMongo;
let bus: Bus;
let things: Collection<WithOutbox & { _id: string }>;

beforeAll(async () => {
  stores = await testStores({ postgres: false });
  broker = await BrokerProbe.open(stores.env.NATS_URL);
  ctx = processOf('things');
  bus = await openBus(ctx, { url: stores.env.NATS_URL });
  observed = await observeMongo(ctx, stores.env.MONGODB_URL);
  things = observed.mongo.collection('things');
  await until(() => bus.connected, 'the bus is connected');
});

afterAll(async () => {
  await ctx.close();
  broker.close();
  await stores.drop();
});

const make = () => things.insertOne(withEvents({ _id: ctx.newId() }, [event()]));
const event = () => observed.mongo.event(ThingMade, { name: 'made' });

/** Publishes events, loses the broker's stream, republishes and replays them. */
async function publishAndReplay(): Promise<void> {
  const own = processOf('things');
  const relay = startMongoRelay(own, observed.mongo, bus, ['things']);
  await observed.observe();
  const published = (count: number) =>
    until(async () => (await broker.messagesIn('THINGS')) === count, `${count} published`);
  for (let index = 0; index < 3; index++) await make();
  await published(3);
  await broker.loseStream('THINGS');
  await make();
  await published(4);
  await until(async () => (await relay.replay(new Date(0))) === 4, 'all are republished');
  await own.metrics.registry.metrics();
  await published(8);
  await own.close();
}

/** Receives all published events. */
async function receiveAll(): Promise<void> {
  const own = processOf('consumer');
  const received = new Set<string>();
  const handler = on(ThingMade, async (_thing, { id }: EventMetadata) => void received.add(id));
  startIdempotentConsumer(own, await openBus(own, { url: stores.env.NATS_URL }), observed.mongo, { on: [handler] });
  await until(() => received.size === 4, 'all are received');
  await own.close();
}

/** Creates a backlog of replays, as after the loss of a broker's disk, and of new events. */
async function createBacklog(): Promise<void> {
  const { mongo } = observed;
  const publishedAt = new Date();
  const published = Array.from({ length: backlogSize }, (_, seq) => {
    return { ...event(), stream: 'THINGS', seq, attempt: 1, publishedAt, pending: true };
  });
  await mongo.collection<{ _id: string }>('published_events').insertMany(published);
  await things.insertMany(Array.from({ length: backlogSize }, () => withEvents({ _id: ctx.newId() }, [event()])));
}

test('a relay with a backlog reads only the events it publishes next, in the order of an index', async () => {
  await publishAndReplay();
  await receiveAll();
  await createBacklog();
  const plans = await observed.plans();
  // Excluded: a full scan of one document per stream is intended.
  const streams = ({ query }: { query: string }) => query.startsWith('{"find":"outbox_streams"');
  expect(plans.filter((plan) => isSlow(plan) && !streams(plan))).toEqual([]);
  const batches = plans.filter(({ query }) => /"find":"(things|published_events)"/.test(query));
  expect(batches.length).toBeGreaterThan(3);
  expect(Math.max(...batches.map(({ examined }) => examined))).toBeLessThanOrEqual(1_000);
  expect(batches.filter(({ query }) => query.includes('"pending":true')).map(({ examined }) => examined)).toEqual([
    ...[1, 100],
  ]);
});
