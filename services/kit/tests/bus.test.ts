import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBus } from '../events/bus.ts';
import { recordEvent } from '../events/events.ts';
import { LateServer } from '../testing/late-server.ts';
import { testContext } from '../testing/service.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { processOf, ThingMade } from '../testing/things.ts';
import { until } from '../testing/until.ts';

let stores: TestStores;

beforeAll(async () => {
  stores = await testStores({ postgres: false });
});
afterAll(() => stores.drop());

/** The timers that keep the process running; jest's own for the running test is one of them. */
const activeTimers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

test('a process can end as soon as its connection to the broker is closed', async () => {
  const before = activeTimers();
  const ctx = testContext();
  const bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'connected');
  await ctx.close();
  expect(activeTimers()).toBeLessThanOrEqual(before);
});

/** More than the system buffers for a connection whose peer reads nothing. */
const unreadBytes = 20_000_000;
const messageBytes = 200_000;

test('after the broker hung, a process has one connection to it and receives each event once', async () => {
  const broker = await LateServer.open(stores.env.NATS_URL);
  const ctx = processOf('listener', undefined, 1);
  const bus = await openBus(ctx, { url: broker.url });
  const received: string[] = [];
  bus.listen(ThingMade, ({ name }) => void received.push(name));
  await until(() => bus.connected, 'connected');
  await bus.stream('THINGS');
  const publish = (name: string) => bus.publish(recordEvent(ctx, ThingMade, { name }));
  await publish('before');
  await until(() => received.length === 1, 'the first event is received');

  broker.hang();
  const unread = 'x'.repeat(messageBytes);
  const lost = Array.from({ length: unreadBytes / messageBytes }, () => publish(unread));
  const outcomes = await Promise.allSettled(lost);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await until(() => !bus.connected && broker.accepted >= 4, 'attempts to connect again have timed out');
  broker.goOn();

  await until(() => bus.connected && broker.connections === 1, 'connected by one connection');
  await publish('after');
  await until(() => received.at(-1) === 'after', 'the event is received');
  await publish('last');
  await until(() => received.at(-1) === 'last', 'the last event is received');
  expect(received.filter((name) => name !== unread)).toEqual(['before', 'after', 'last']);
  await ctx.close();
  await broker.close();
});
