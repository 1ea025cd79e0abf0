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
/** Whether what events of the keys `away…` need is there. */
let isBack: boolean;
/** The events that took effect, by key. */
let done: Map<string, string[]>;
/** How often an event was tried in vain. */
let attempts: number;

beforeEach(async () => {
  stores = await thingsStores();
  ctx = processOf('watcher');
  isBack = false;
  done = new Map();
  attempts = 0;
});
afterEach(async () => {
  await ctx.close();
  await stores.drop();
});

/** Publishes these events in their order, and handles them from then on. Returns the consumer's store, and the last sequence. */
async function handle(
  things: readonly Thing[],
  options: ConsumerOptions = {},
): Promise<{ mongo: Mongo; lastSeq: number }> {
  const bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
  await bus.stream('THINGS');
  // The broker takes them in the order in which they are sent.
  await Promise.all(things.map((thing) => bus.publish(recordEvent(ctx, ThingMade, thing))));
  const { lastSeq } = await bus.stream('THINGS');
  const mongo = await openMongo(ctx, { url: stores.env.MONGODB_URL });
  const effect = async ({ name, key = '' }: Thing) => {
    if (key.startsWith('away') && !isBack) {
      attempts += 1;
      throw fail('unavailable');
    }
    done.set(key, [...(done.get(key) ?? []), name]);
  };
  startIdempotentConsumer(ctx, bus, mongo, { after: [after(ThingMade, effect)] }, { outageMs: [20], ...options });
  return { mongo, lastSeq };
}

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

test('six hundred events of one key that waits for what is away hold up no other key, and take effect later in their order', async () => {
  const hot = namesOf(600).map((name) => ({ name, key: 'away' }));
  await handle([...hot, ...namesOf(400).map((name) => ({ name, key: `key-${name}` }))]);
  await until(() => done.size === 400, 'each of the others took effect');
  expect(done.has('away')).toBe(false);
  isBack = true;
  await until(() => done.get('away')?.length === 600, 'those that waited took effect');
  expect(done.get('away')).toEqual(namesOf(600));
  expect(metric(await ctx.metrics.registry.metrics(), 'dead_letters')).toBe(0);
});

test('events of one key keep their order when what they need is back while they are being parked', async () => {
  const { mongo } = await handle(namesOf(1_500).map((name) => ({ name, key: 'away' })));
  const parked = mongo.collection('parked_events');
  await until(async () => (await parked.countDocuments()) > 0, 'the first is parked');
  isBack = true;
  await until(() => done.get('away')?.length === 1_500, 'all took effect');
  expect(done.get('away')).toEqual(namesOf(1_500));
});

test('one event that waits for what is away is parked in the store, and the position moves on past it', async () => {
  const { mongo, lastSeq } = await handle([
    { name: 'first', key: 'away' },
    ...namesOf(2_500).map((name) => ({ name, key: `key-${name}` })),
  ]);
  await until(() => done.size === 2_500, 'each of the others took effect');
  const parked = () => mongo.collection('parked_events').countDocuments();
  await until(async () => (await parked()) === 1, 'the one that waits is parked');
  const positions = mongo.collection('consumer_positions');
  const behind = () => positions.countDocuments({ seq: { $lt: lastSeq } });
  await until(async () => (await behind()) === 0, 'the position is the last event');
  expect(await positions.countDocuments()).toBeGreaterThan(0);
  expect(done.has('away')).toBe(false);
  isBack = true;
  await until(() => done.get('away')?.length === 1, 'it took effect');
});

/** Events of as many keys that wait for what is away. */
const ofAwayKeys = (count: number): Thing[] => namesOf(count).map((name) => ({ name, key: `away-${name}` }));

test('seven hundred keys that wait for what is away hold up no other key, and take effect later', async () => {
  await handle([...ofAwayKeys(700), ...namesOf(300).map((name) => ({ name, key: `key-${name}` }))]);
  await until(() => done.size === 300, 'each of the others took effect');
  expect([...done.keys()].filter((key) => key.startsWith('away'))).toEqual([]);
  isBack = true;
  await until(() => done.size === 1_000, 'those that waited took effect');
  expect([...done.values()].every((names) => names.length === 1)).toBe(true);
  expect(metric(await ctx.metrics.registry.metrics(), 'dead_letters')).toBe(0);
});

test('when every key waits for what is away, most events stay in the stream, and take effect later', async () => {
  const { mongo } = await handle(ofAwayKeys(1_800), { maxParkedInOutage: 50 });
  // Enough for each event to be tried several times, were all of them read.
  await until(() => attempts > 8_000, 'they are tried again and again');
  // Those parked at the limit, and at most all in hand at that moment.
  expect(await mongo.collection('parked_events').countDocuments()).toBeLessThanOrEqual(50 + 1_000);
  expect(done.size).toBe(0);
  isBack = true;
  await until(() => done.size === 1_800, 'all took effect');
});
