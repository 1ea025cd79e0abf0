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
  until(async () => (await bench.broker.messagesIn('THINGS')) === count, `${count} published`);

test('a publication fails at once when the connection breaks, and succeeds when it is restored', async () => {
  const proxy = await LateServer.open(bench.stores.env.NATS_URL);
  try {
    const own = await openBus(bench.ctx, { url: proxy.url });
    await until(() => own.connected, 'connected');
    await own.stream('THINGS');
    proxy.hang();
    const event = recordEvent(bench.ctx, ThingMade, { name: 'on its way' });
    const failure = own.publish(event).catch((error: Error) => error.message);
    await proxy.close();
    expect(await failure).toBe('the connection to the broker was lost');
    proxy.goOn();
    await proxy.come();
    await until(() => own.connected, 'connected again');
    await own.publish(event);
    expect(await bench.broker.messagesIn('THINGS')).toBe(1);
  } finally {
    await proxy.close();
  }
});

test('an event is published if and only if its transaction commits', async () => {
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

test('events are published in the order of their transactions, over several relays', async () => {
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

test('a listener that fails, synchronously or not, is logged with the subject, and receives the next event', async () => {
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

test('a service starts without the broker, and its events wait until it is available', async () => {
  const alone = processOf('things');
  const unreachable = await openBus(alone, { url: 'nats://127.0.0.1:1' });
  startRelay(alone, bench.postgres, unreachable);
  await makeThing(bench.postgres, 'patient');
  expect(metric(await alone.metrics.registry.metrics(), 'outbox_pending')).toBe(1);
  expect(metric(await alone.metrics.registry.metrics(), 'outbox_oldest_seconds')).toBeGreaterThanOrEqual(0);
  await alone.close();
  expect(await bench.broker.messagesIn('THINGS')).toBe(0);
  startRelay(bench.ctx, bench.postgres, bench.bus);
  await published(1);
});

test('a relay killed between acknowledgment and mark publishes no event twice', async () => {
  await makeThing(bench.postgres, 'once');
  const killed = processOf('things');
  const publishedIds: string[] = [];
  startRelay(killed, bench.postgres, {
    ...forward(bench.bus),
    publish: async (event) => {
      await bench.bus.publish(event);
      publishedIds.push(event.id);
      throw new Error('killed');
    },
  });
  await until(() => publishedIds.length > 0, 'the broker has it');
  await killed.close();
  expect(await pending()).toBeNaN();
  startRelay(bench.ctx, bench.postgres, bench.bus);
  await until(async () => (await pending()) === 0, 'nothing waits');
  expect(await bench.broker.messagesIn('THINGS')).toBe(1);
});

test('a failed publication delays the events after it', async () => {
  for (const name of ['one', 'two', 'three']) await makeThing(bench.postgres, name);
  const publishedNames: string[] = [];
  let failures = 1;
  startRelay(bench.ctx, bench.postgres, {
    ...forward(bench.bus),
    publish: async (event: EventRecord, after?: EventRecord) => {
      const { name } = JSON.parse(Buffer.from(event.payload).toString());
      if (name === 'two' && failures-- > 0) throw new Error('timeout');
      const outcome = await bench.bus.publish(event, after);
      publishedNames.push(name);
      return outcome;
    },
  });
  await published(3);
  expect(publishedNames).toEqual(['one', 'two', 'three']);
});

test('events are republished to a broker that lost its disk', async () => {
  const before = processOf('things');
  startRelay(before, bench.postgres, await openBus(before, { url: bench.stores.env.NATS_URL }));
  for (const name of ['one', 'two', 'three']) await makeThing(bench.postgres, name);
  await published(3);
  await before.close();
  await bench.broker.loseStream('THINGS');
  startRelay(bench.ctx, bench.postgres, bench.bus);
  await published(3);
});

test('events are republished after a stream is lost at runtime, even when a consumer has created it again', async () => {
  startRelay(bench.ctx, bench.postgres, bench.bus);
  for (const name of ['one', 'two', 'three']) await makeThing(bench.postgres, name);
  await published(3);
  await until(async () => (await pending()) === 0, 'nothing waits');
  await bench.broker.loseStream('THINGS');
  await bench.bus.stream('THINGS');
  await makeThing(bench.postgres, 'four');
  await until(async () => (await bench.broker.messagesIn('THINGS')) >= 4, 'all are republished');
  await until(async () => (await pending()) === 0, 'nothing waits');
});

test('events of a lost stream are republished with the next event', async () => {
  startRelay(bench.ctx, bench.postgres, bench.bus);
  await makeThing(bench.postgres, 'one');
  await published(1);
  await until(async () => (await pending()) === 0, 'nothing waits');
  await bench.broker.loseStream('THINGS');
  await makeThing(bench.postgres, 'two');
  await published(2);
});

test('a replay republishes the events published since a time, despite the broker’s deduplication', async () => {
  const relay = startRelay(bench.ctx, bench.postgres, bench.bus);
  await makeThing(bench.postgres, 'early');
  await published(1);
  await until(async () => (await pending()) === 0, 'nothing waits');
  const since = new Date();
  await makeThing(bench.postgres, 'late');
  await published(2);
  await until(async () => (await pending()) === 0, 'nothing waits');
  expect(await replayCommand(relay)(['--since', since.toISOString()])).toBe('Republishing 1 events.');
  await published(3);
  await until(async () => (await pending()) === 0, 'nothing waits');
  expect(await relay.replay(new Date(0))).toBe(2);
  await published(5);
  expect(await replayCommand(relay)(['--since', 'yesterday'])).toMatch(/^Missing start time/);
});
