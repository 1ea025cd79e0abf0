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

const waitingEvents = 3_000;

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

/** Publishes, loses the broker's disk, fills it again and replays. */
async function publishInAllWays(): Promise<void> {
  const own = processOf('things');
  const relay = startMongoRelay(own, observed.mongo, bus, ['things']);
  await observed.observe();
  const said = (count: number) => until(async () => (await broker.messagesIn('THINGS')) === count, `${count} said`);
  for (let index = 0; index < 3; index++) await make();
  await said(3);
  await broker.loseStream('THINGS');
  await make();
  await said(4);
  await until(async () => (await relay.replay(new Date(0))) === 4, 'all are published again');
  await own.metrics.registry.metrics();
  await said(8);
  await own.close();
}

/** Receives what was published. */
async function hearAll(): Promise<void> {
  const own = processOf('reader');
  const received = new Set<string>();
  const reader = on(ThingMade, async (_thing, { id }: EventMetadata) => void received.add(id));
  startIdempotentConsumer(own, await openBus(own, { url: stores.env.NATS_URL }), observed.mongo, { on: [reader] });
  await until(() => received.size === 4, 'all are received');
  await own.close();
}

/** As after the loss of a broker's disk: everything is to be published again, and new events wait, too. */
async function letMuchWait(): Promise<void> {
  const { mongo } = observed;
  const publishedAt = new Date();
  const published = Array.from({ length: waitingEvents }, (_, seq) => {
    return { ...event(), stream: 'THINGS', seq, attempt: 1, publishedAt, pending: true };
  });
  await mongo.collection<{ _id: string }>('published_events').insertMany(published);
  await things.insertMany(Array.from({ length: waitingEvents }, () => withEvents({ _id: ctx.newId() }, [event()])));
}

test('of all that waits a relay reads only what it publishes next, by an index that has it in order', async () => {
  await publishInAllWays();
  await hearAll();
  await letMuchWait();
  const plans = await observed.plans();
  // A few documents, one for each stream, which are all wanted.
  const streams = ({ query }: { query: string }) => query.startsWith('{"find":"outbox_streams"');
  expect(plans.filter((plan) => isSlow(plan) && !streams(plan))).toEqual([]);
  const batches = plans.filter(({ query }) => /"find":"(things|published_events)"/.test(query));
  expect(batches.length).toBeGreaterThan(3);
  expect(Math.max(...batches.map(({ examined }) => examined))).toBeLessThanOrEqual(1_000);
  expect(batches.filter(({ query }) => query.includes('"pending":true')).map(({ examined }) => examined)).toEqual([
    ...[1, 100],
  ]);
});
