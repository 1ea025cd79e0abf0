import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Collection } from 'mongodb';
import { hourMs } from '../core/durations.ts';
import type { Bus } from '../events/broker.ts';
import { openBus } from '../events/bus.ts';
import type { Relay } from '../events/relay.ts';
import { updateWithEvents, type WithOutbox, withEvents } from '../mongo/embedded-events.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { startMongoRelay } from '../mongo/outbox.ts';
import { BrokerProbe } from '../testing/broker.ts';
import { forward } from '../testing/forward.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { type ProcessContext, processOf, ThingLost, ThingMade } from '../testing/things.ts';
import { becomes, metric, until } from '../testing/until.ts';

interface ThingDocument extends WithOutbox {
  _id: string;
  name: string;
}

let stores: TestStores;
let broker: BrokerProbe;
let ctx: ProcessContext;
let mongo: Mongo;
let things: Collection<ThingDocument>;
let bus: Bus;

beforeAll(async () => {
  stores = await testStores({ postgres: false });
  broker = await BrokerProbe.open(stores.env.NATS_URL);
});

afterAll(async () => {
  broker.close();
  await stores.drop();
});

beforeEach(async () => {
  await broker.loseStream('THINGS');
  ctx = processOf('things');
  const url = new URL(stores.env.MONGODB_URL);
  url.pathname += `_${ctx.newId().slice(0, 8)}`;
  mongo = await openMongo(ctx, { url: url.href });
  things = mongo.collection<ThingDocument>('things');
  bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
});

afterEach(() => ctx.close());

const relayIn = (context = ctx, over = bus): Relay => startMongoRelay(context, mongo, over, ['things', 'others']);

const make = (name: string) =>
  things.insertOne(withEvents({ _id: ctx.newId(), name }, [mongo.event(ThingMade, { name })]));

const published = (count: number) =>
  until(async () => (await broker.messagesIn('THINGS')) === count, `${count} published`);
const nothingWaits = () => becomes(ctx, 'outbox_pending', 0);

test('an event is published after its document is written, and removed from it', async () => {
  relayIn();
  mongo.event(ThingMade, { name: 'never written' });
  await make('written');
  await published(1);
  await nothingWaits();
  expect(await broker.lastMessage('THINGS', 'things.v1.ThingMade.*')).toMatchObject({ data: '{"name":"written"}' });
  expect(await things.findOne({ name: 'written' })).toMatchObject({ outbox: [] });
  await becomes(ctx, 'outbox_published_total', 1);
});

test('an update can emit several events in addition to its other changes', async () => {
  relayIn();
  await make('changing');
  const emitted = [mongo.event(ThingLost, { name: 'changing' }), mongo.event(ThingMade, { name: 'changed' })];
  await things.updateOne({ name: 'changing' }, updateWithEvents({ $set: { name: 'changed' } }, emitted));
  await published(3);
  await nothingWaits();
  expect(await things.countDocuments({ name: 'changed' })).toBe(1);
});

test('an event is published without waiting for the next poll of the outbox', async () => {
  // A busy machine may write the document late, but not later than the poll interval of an hour.
  const options = { pollMs: 3_600_000, writtenAfterMs: Array<number>(600).fill(100) };
  startMongoRelay(ctx, mongo, bus, ['things'], options);
  await nothingWaits();
  const received: string[] = [];
  bus.listen(ThingMade, ({ name }) => void received.push(name));
  for (const name of ['first', 'second']) {
    await make(name);
    await until(() => received.at(-1) === name, 'it is received');
  }
  expect(received).toEqual(['first', 'second']);
});

const makeMany = (events: number) =>
  things.insertOne(
    withEvents(
      { _id: ctx.newId(), name: 'large' },
      Array.from({ length: events }, (_, index) => mongo.event(ThingMade, { name: `${index}` })),
    ),
  );

/** A bus that changes the relay's lease before the first publication. */
function afterBegin(change: object): Bus {
  let begun: Promise<unknown> | undefined;
  return {
    ...forward(bus),
    publish: async (event, before) => {
      begun ??= mongo.collection<{ _id: string }>('outbox_leases').updateOne({ _id: 'relay' }, { $set: change });
      await begun;
      return bus.publish(event, before);
    },
  };
}

test('a relay whose lease expired during a slow batch renews it before the next batch', async () => {
  await makeMany(150);
  const leases: Promise<{ until?: Date } | null>[] = [];
  const slow = afterBegin({ until: new Date(0) });
  let publications = 0;
  relayIn(ctx, {
    ...slow,
    publish: async (event, before) => {
      publications += 1;
      if (publications === 101) leases.push(mongo.collection<{ until: Date }>('outbox_leases').findOne());
      return slow.publish(event, before);
    },
  });
  await published(150);
  await nothingWaits();
  const [second] = await Promise.all(leases);
  expect(second?.until?.getTime()).toBeGreaterThan(0);
});

test('a relay that lost its lease to another one publishes no further batch until it acquires it again', async () => {
  await makeMany(150);
  relayIn(ctx, afterBegin({ holder: 'another relay', until: new Date(Date.now() + hourMs) }));
  await until(async () => (await things.countDocuments({ 'outbox.49': { $exists: true } })) === 1, 'a batch is done');
  await becomes(ctx, 'outbox_pending', 50);
  expect(await broker.messagesIn('THINGS')).toBe(100);
  await mongo.collection<{ _id: string }>('outbox_leases').deleteOne({ _id: 'relay' });
  await published(150);
  await nothingWaits();
});

test('a relay reads only the events it publishes next from a document with very many, and no other field', async () => {
  const url = new URL(stores.env.MONGODB_URL);
  url.pathname = `/${mongo.db.databaseName}`;
  url.searchParams.set('monitorCommands', 'true');
  const observed = await openMongo(ctx, { url: url.href });
  const read: Record<string, unknown>[] = [];
  observed.db.client.on('commandSucceeded', ({ commandName, reply }) => {
    const { cursor } = reply as { cursor?: { ns: string; firstBatch?: Record<string, unknown>[] } };
    if (commandName === 'find' && cursor?.ns.endsWith('.things')) read.push(...(cursor.firstBatch ?? []));
  });
  await makeMany(1_200);
  startMongoRelay(ctx, observed, bus, ['things']);
  await published(1_200);
  await nothingWaits();
  expect(read.length).toBeGreaterThan(0);
  expect(new Set(read.flatMap((document) => Object.keys(document)))).toEqual(new Set(['_id', 'outbox']));
  const counts = read.map(({ outbox }) => (Array.isArray(outbox) ? outbox.length : 0));
  expect(Math.max(...counts)).toBe(1_000);
});

test('events emitted while the broker is unavailable are published when it is available again', async () => {
  const alone = processOf('things');
  relayIn(alone, await openBus(alone, { url: 'nats://127.0.0.1:1' }));
  await make('one');
  await make('two');
  const page = await alone.metrics.registry.metrics();
  expect(metric(page, 'outbox_pending')).toBe(2);
  expect(metric(page, 'outbox_oldest_seconds')).toBeGreaterThanOrEqual(0);
  await alone.close();
  relayIn();
  await published(2);
});

test('a relay killed between acknowledgment and mark publishes no event twice', async () => {
  await make('once');
  const killed = processOf('things');
  const publishedIds: string[] = [];
  relayIn(killed, {
    ...forward(bus),
    publish: async (event) => {
      await bus.publish(event);
      publishedIds.push(event.id);
      throw new Error('killed');
    },
  });
  await until(() => publishedIds.length > 0, 'the broker has it');
  await killed.close();
  relayIn();
  await until(async () => (await mongo.collection('published_events').countDocuments()) === 1, 'it is marked');
  await nothingWaits();
  expect(await broker.messagesIn('THINGS')).toBe(1);
});

test('several replicas of a service publish each event once', async () => {
  const other = processOf('things');
  relayIn();
  relayIn(other, await openBus(other, { url: stores.env.NATS_URL }));
  for (let index = 0; index < 40; index++) await make(`thing ${index}`);
  await nothingWaits();
  expect(await broker.messagesIn('THINGS')).toBe(40);
  await other.close();
});

test('events are republished to a broker that lost its disk', async () => {
  relayIn();
  for (const name of ['one', 'two']) await make(name);
  await nothingWaits();
  await broker.loseStream('THINGS');
  await make('three');
  await published(3);
  await nothingWaits();
});

test('a replay republishes the events published since a time', async () => {
  const relay = relayIn();
  await make('early');
  await nothingWaits();
  const since = new Date();
  await make('late');
  await published(2);
  await nothingWaits();
  expect(await relay.replay(since)).toBe(1);
  await published(3);
  expect(await relay.replay(new Date(0))).toBe(2);
  await published(5);
});
