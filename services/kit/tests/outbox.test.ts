import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { openBus } from '../events/bus.ts';
import { type EventRecord, recordEvent } from '../events/events.ts';
import { replayCommand } from '../events/relay.ts';
import { startRelay } from '../postgres/outbox.ts';
import { forward } from '../testing/forward.ts';
import { LateServer } from '../testing/late-server.ts';
import { makeThing, processOf, ThingLost, ThingMade } from '../testing/things.ts';
import { openThingsBench } from '../testing/things-bench.ts';
import { becomes, metric, until } from '../testing/until.ts';

const bench = openThingsBench('things');

const scrape = () => bench.ctx.metrics.registry.metrics();
const pending = async () => metric(await scrape(), 'outbox_pending');
const published = (count: number) =>
  until(async () => (await bench.broker.messagesIn('THINGS')) === count, `${count} said`);

test('what is being published when the connection breaks fails at once, and is published when it is back', async () => {
  const way = await LateServer.open(bench.stores.env.NATS_URL);
  try {
    const own = await openBus(bench.ctx, { url: way.url });
    await until(() => own.connected, 'connected');
    await own.stream('THINGS');
    way.hang();
    const event = recordEvent(bench.ctx, ThingMade, { name: 'on its way' });
    const said = own.publish(event).catch((error: Error) => error.message);
    await way.close();
    expect(await said).toBe('the connection to the broker was lost');
    way.goOn();
    await way.come();
    await until(() => own.connected, 'connected again');
    await own.publish(event);
    expect(await bench.broker.messagesIn('THINGS')).toBe(1);
  } finally {
    await way.close();
  }
});

test('an event is published exactly when its transaction commits', async () => {
  startRelay(bench.ctx, bench.postgres, bench.bus);
  const broken = bench.postgres.transaction(async (tx) => {
    tx.emit(ThingLost, { name: 'rolled back' });
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  await makeThing(bench.postgres, 'committed');
  await published(1);
  expect(await bench.broker.lastMessage('THINGS', 'things.v1.ThingMade.*')).toMatchObject({
    data: '{"name":"committed"}',
  });
  await until(async () => (await pending()) === 0, 'nothing waits');
  await becomes(bench.ctx, 'outbox_published_total', 1);
});

test('events are said in the order of their transactions, over several relays', async () => {
  const other = processOf('things');
  startRelay(bench.ctx, bench.postgres, bench.bus);
  startRelay(other, bench.postgres, await openBus(other, { url: bench.stores.env.NATS_URL }));
  const received: string[] = [];
  bench.bus.listen(ThingMade, ({ name }) => void received.push(name));
  const names = Array.from({ length: 250 }, (_, index) => `thing ${index}`);
  for (const name of names) await makeThing(bench.postgres, name);
  await until(() => received.length >= 250, 'all are received');
  expect(received).toEqual(names);
  await other.close();
});

test('a listener that fails, at once or later, is logged with what it was told, and hears of the next', async () => {
  const logged: { subject: string; err: { message: string } }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const listening = await openBus({ ...bench.ctx, log }, { url: bench.stores.env.NATS_URL });
  await until(() => listening.connected, 'it is connected');
  const received: string[] = [];
  listening.listen(ThingMade, async ({ name }) => {
    received.push(name);
    throw new Error(`later: ${name}`);
  });
  listening.listen(ThingMade, ({ name }) => {
    throw new Error(`at once: ${name}`);
  });
  startRelay(bench.ctx, bench.postgres, bench.bus);
  for (const name of ['first', 'second']) await makeThing(bench.postgres, name);
  await until(() => logged.length === 4, 'all are logged');
  expect(received).toEqual(['first', 'second']);
  expect(logged.map(({ err }) => err.message).sort()).toEqual([
    'at once: first',
    'at once: second',
    'later: first',
    'later: second',
  ]);
  expect(logged[0]?.subject).toContain('things.v1.ThingMade');
});

test('what is said while the broker is away waits, and a service starts without it', async () => {
  const alone = processOf('things');
  const away = await openBus(alone, { url: 'nats://127.0.0.1:1' });
  startRelay(alone, bench.postgres, away);
  await makeThing(bench.postgres, 'patient');
  expect(metric(await alone.metrics.registry.metrics(), 'outbox_pending')).toBe(1);
  expect(metric(await alone.metrics.registry.metrics(), 'outbox_oldest_seconds')).toBeGreaterThanOrEqual(0);
  await alone.close();
  expect(await bench.broker.messagesIn('THINGS')).toBe(0);
  startRelay(bench.ctx, bench.postgres, bench.bus);
  await published(1);
});

test('a relay killed between ack and mark doubles nothing', async () => {
  await makeThing(bench.postgres, 'once');
  const killed = processOf('things');
  const said: string[] = [];
  startRelay(killed, bench.postgres, {
    ...forward(bench.bus),
    publish: async (event) => {
      await bench.bus.publish(event);
      said.push(event.id);
      throw new Error('killed');
    },
  });
  await until(() => said.length > 0, 'the broker has it');
  await killed.close();
  expect(await pending()).toBeNaN();
  startRelay(bench.ctx, bench.postgres, bench.bus);
  await until(async () => (await pending()) === 0, 'nothing waits');
  expect(await bench.broker.messagesIn('THINGS')).toBe(1);
});

test('a failed publication holds back what follows it', async () => {
  for (const name of ['one', 'two', 'three']) await makeThing(bench.postgres, name);
  const said: string[] = [];
  let failures = 1;
  startRelay(bench.ctx, bench.postgres, {
    ...forward(bench.bus),
    publish: async (event: EventRecord, after?: EventRecord) => {
      const { name } = JSON.parse(Buffer.from(event.payload).toString());
      if (name === 'two' && failures-- > 0) throw new Error('timeout');
      const place = await bench.bus.publish(event, after);
      said.push(name);
      return place;
    },
  });
  await published(3);
  expect(said).toEqual(['one', 'two', 'three']);
});

test('a broker that lost its disk is refilled', async () => {
  const before = processOf('things');
  startRelay(before, bench.postgres, await openBus(before, { url: bench.stores.env.NATS_URL }));
  for (const name of ['one', 'two', 'three']) await makeThing(bench.postgres, name);
  await published(3);
  await before.close();
  await bench.broker.loseStream('THINGS');
  startRelay(bench.ctx, bench.postgres, bench.bus);
  await published(3);
});

test('a broker that loses a stream under our hands is refilled, even when a consumer made the stream anew', async () => {
  startRelay(bench.ctx, bench.postgres, bench.bus);
  for (const name of ['one', 'two', 'three']) await makeThing(bench.postgres, name);
  await published(3);
  await until(async () => (await pending()) === 0, 'nothing waits');
  await bench.broker.loseStream('THINGS');
  await bench.bus.stream('THINGS');
  await makeThing(bench.postgres, 'four');
  await until(async () => (await bench.broker.messagesIn('THINGS')) >= 4, 'all are said again');
  await until(async () => (await pending()) === 0, 'nothing waits');
});

test('a broker that loses a stream while nothing else is said is refilled with the next event', async () => {
  startRelay(bench.ctx, bench.postgres, bench.bus);
  await makeThing(bench.postgres, 'one');
  await published(1);
  await until(async () => (await pending()) === 0, 'nothing waits');
  await bench.broker.loseStream('THINGS');
  await makeThing(bench.postgres, 'two');
  await published(2);
});

test('a replay says again what was said since then, past the broker’s memory of doubles', async () => {
  const relay = startRelay(bench.ctx, bench.postgres, bench.bus);
  await makeThing(bench.postgres, 'early');
  await published(1);
  await until(async () => (await pending()) === 0, 'nothing waits');
  const since = new Date();
  await makeThing(bench.postgres, 'late');
  await published(2);
  await until(async () => (await pending()) === 0, 'nothing waits');
  expect(await replayCommand(relay)(['--since', since.toISOString()])).toBe('1 events are published again.');
  await published(3);
  await until(async () => (await pending()) === 0, 'nothing waits');
  expect(await relay.replay(new Date(0))).toBe(2);
  await published(5);
  expect(await replayCommand(relay)(['--since', 'yesterday'])).toMatch(/^Say from when/);
});
