import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fail } from '../core/errors.ts';
import { openBus } from '../events/bus.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import { recordEvent } from '../events/events.ts';
import { after } from '../events/handlers.ts';
import { startIdempotentConsumer } from '../mongo/inbox.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import type { TestStores } from '../testing/stores.ts';
import { type ProcessContext, processOf, type Thing, ThingMade, thingsStores } from '../testing/things.ts';
import { metric, until } from '../testing/until.ts';

let stores: TestStores;
let ctx: ProcessContext;
/** Whether the dependency of events with keys `outage…` is available. */
let isAvailable: boolean;
/** The applied events by key. */
let done: Map<string, string[]>;
/** Failed attempts. */
let attempts: number;

beforeEach(async () => {
  stores = await thingsStores();
  ctx = processOf('watcher');
  isAvailable = false;
  done = new Map();
  attempts = 0;
});
afterEach(async () => {
  await ctx.close();
  await stores.drop();
});

/** Publishes the events in order and starts a consumer. Returns its store and the last sequence number. */
async function handle(
  things: readonly Thing[],
  options: ConsumerOptions = {},
): Promise<{ mongo: Mongo; lastSeq: number }> {
  const bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
  await bus.stream('THINGS');
  // The broker accepts them in the order in which they are sent.
  await Promise.all(things.map((thing) => bus.publish(recordEvent(ctx, ThingMade, thing))));
  const { lastSeq } = await bus.stream('THINGS');
  const mongo = await openMongo(ctx, { url: stores.env.MONGODB_URL });
  const effect = async ({ name, key = '' }: Thing) => {
    if (key.startsWith('outage') && !isAvailable) {
      attempts += 1;
      throw fail('unavailable');
    }
    done.set(key, [...(done.get(key) ?? []), name]);
  };
  startIdempotentConsumer(ctx, bus, mongo, { after: [after(ThingMade, effect)] }, { outageMs: [20], ...options });
  return { mongo, lastSeq };
}

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

test.each<[string, ConsumerOptions]>([
  ['are parked during the outage', {}],
  // Then only the limit of events in progress per key lets the consumer go on.
  ['cannot be parked', { maxParkedInOutage: 0 }],
])(
  'six hundred events of one key that %s block no other key, and are applied in order afterwards',
  async (_, options) => {
    const hot = namesOf(600).map((name) => ({ name, key: 'outage' }));
    await handle([...hot, ...namesOf(400).map((name) => ({ name, key: `key-${name}` }))], options);
    await until(() => done.size === 400, 'each of the others is applied');
    expect(done.has('outage')).toBe(false);
    isAvailable = true;
    await until(() => done.get('outage')?.length === 600, 'the waiting ones are applied');
    expect(done.get('outage')).toEqual(namesOf(600));
    expect(metric(await ctx.metrics.registry.metrics(), 'dead_letters')).toBe(0);
  },
);

test('events of one key keep their order when their dependency is available again while they are being parked', async () => {
  const { mongo } = await handle(namesOf(1_500).map((name) => ({ name, key: 'outage' })));
  const parked = mongo.collection('parked_events');
  await until(async () => (await parked.countDocuments()) > 0, 'the first is parked');
  isAvailable = true;
  await until(() => done.get('outage')?.length === 1_500, 'all are applied');
  expect(done.get('outage')).toEqual(namesOf(1_500));
});

test('a single event that waits for an outage is parked in the store, and the position advances past it', async () => {
  const { mongo, lastSeq } = await handle([
    { name: 'first', key: 'outage' },
    ...namesOf(2_500).map((name) => ({ name, key: `key-${name}` })),
  ]);
  await until(() => done.size === 2_500, 'each of the others is applied');
  const parked = () => mongo.collection('parked_events').countDocuments();
  await until(async () => (await parked()) === 1, 'the waiting one is parked');
  const positions = mongo.collection('consumer_positions');
  const behind = () => positions.countDocuments({ seq: { $lt: lastSeq } });
  await until(async () => (await behind()) === 0, 'the position is the last event');
  expect(await positions.countDocuments()).toBeGreaterThan(0);
  expect(done.has('outage')).toBe(false);
  isAvailable = true;
  await until(() => done.get('outage')?.length === 1, 'it is applied');
});

/** Events of `count` different keys, all of which wait for the outage. */
const unavailableKeys = (count: number): Thing[] => namesOf(count).map((name) => ({ name, key: `outage-${name}` }));

test('seven hundred keys that wait for an outage block no other key, and are applied afterwards', async () => {
  await handle([...unavailableKeys(700), ...namesOf(300).map((name) => ({ name, key: `key-${name}` }))]);
  await until(() => done.size === 300, 'each of the others is applied');
  expect([...done.keys()].filter((key) => key.startsWith('outage'))).toEqual([]);
  isAvailable = true;
  await until(() => done.size === 1_000, 'the waiting ones are applied');
  expect([...done.values()].every((names) => names.length === 1)).toBe(true);
  expect(metric(await ctx.metrics.registry.metrics(), 'dead_letters')).toBe(0);
});

test('when every key waits for an outage, most events remain in the stream, and are applied afterwards', async () => {
  const { mongo } = await handle(unavailableKeys(1_800), { maxParkedInOutage: 50 });
  // Enough for several attempts at each event, if all of them were read.
  await until(() => attempts > 8_000, 'they are retried');
  // Those parked at the limit, and at most all in flight at that moment.
  expect(await mongo.collection('parked_events').countDocuments()).toBeLessThanOrEqual(50 + 1_000);
  expect(done.size).toBe(0);
  isAvailable = true;
  await until(() => done.size === 1_800, 'all are applied');
});

test('a consumer stops reading at its limit of parked events, and applies all in order once their dependency is available', async () => {
  const { mongo } = await handle(
    namesOf(1_200).map((name) => ({ name, key: 'outage' })),
    { maxParked: 50 },
  );
  const parked = () => mongo.collection('parked_events').countDocuments();
  await until(async () => (await parked()) >= 50, 'the limit is reached');
  const before = attempts;
  // Long enough for the rest, if it were read.
  await until(() => attempts > before + 50, 'the first is retried');
  // Those of the batches read before the limit was reached.
  expect(await parked()).toBeLessThanOrEqual(50 + 1_000);
  isAvailable = true;
  await until(() => done.get('outage')?.length === 1_200, 'all are applied');
  expect(done.get('outage')).toEqual(namesOf(1_200));
});
