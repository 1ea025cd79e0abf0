import { expect, test } from '@jest/globals';
import { fail } from '../core/errors.ts';
import { currentRequest } from '../core/request-context.ts';
import { openBus } from '../events/bus.ts';
import { recordEvent } from '../events/events.ts';
import { on } from '../events/handlers.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { kitTables } from '../postgres/kit-tables.ts';
import { startRelay } from '../postgres/outbox.ts';
import {
  makeThing,
  openThings,
  processOf,
  rawTransactions,
  ThingLost,
  ThingMade,
  type ThingsContext,
  thingsIn,
} from '../testing/things.ts';
import { openThingsBench } from '../testing/things-bench.ts';
import { consumerOf, keep, keepThing } from '../testing/things-consumer.ts';
import { becomes, metric, until } from '../testing/until.ts';

const bench = openThingsBench('watcher', { withStream: true });
const { consume, made, kept, caughtUp } = consumerOf(bench);
const value = async (name: string) => metric(await bench.ctx.metrics.registry.metrics(), name);

test('a consumer applies an event once though it is delivered twice', async () => {
  consume([keep]);
  const event = made('once');
  await bench.bus.publish(event);
  await bench.bus.publish({ ...event, attempt: 1 });
  await caughtUp();
  await becomes(bench.ctx, 'consumer_processed_total', 2);
  expect(await thingsIn(bench.postgres)).toEqual(['once']);
});

test('the broker refuses what comes behind an event that it does not have', async () => {
  const [first, second] = [made('first'), made('second')];
  await expect(bench.bus.publish(second, first)).rejects.toThrow(/last msg id/);
  await bench.bus.publish(first);
  await bench.bus.publish(second, first);
  expect((await bench.bus.publish(second, first)).duplicate).toBe(true);
});

test('the broker drops what is published twice in the same attempt', async () => {
  const event = made('twice');
  expect((await bench.bus.publish(event)).duplicate).toBe(false);
  expect((await bench.bus.publish(event)).duplicate).toBe(true);
});

test('ten failures put an event to the dead letters, and what follows it goes on', async () => {
  let tries = 0;
  const picky = on(ThingMade, async (event, context: ThingsContext) => {
    if (event.name !== 'bad') return keepThing(event, context);
    tries += 1;
    throw new Error('cannot\nstand it');
  });
  consume([picky]);
  await bench.bus.publish(made('bad'));
  await bench.bus.publish(made('good'));
  await kept(['good']);
  await becomes(bench.ctx, 'dead_letters', 1);
  await becomes(bench.ctx, 'consumer_redelivered_total', 9);
  expect(tries).toBe(10);
  const letter = await bench.broker.lastMessage('DEAD', 'dead.watcher.>');
  expect(letter).toMatchObject({ subject: 'dead.watcher.things.v1.ThingMade', data: '{"name":"bad"}' });
  expect(letter.headers).toMatch(/Tribus-Reason: cannot stand it\r\n/);
  expect(letter.headers).toMatch(/Tribus-Deliveries: 10\r\n/);
});

test('an event that cannot be read is a dead letter at once', async () => {
  consume([keep]);
  const facts = { 'Tribus-Event-Id': bench.ctx.newId(), 'Tribus-Occurred-At': new Date().toISOString() };
  bench.broker.publish('things.v1.ThingMade', '{broken', facts);
  bench.broker.publish('things.v1.ThingMade', '{"name":"a stranger"}');
  await bench.bus.publish(made('readable'));
  await kept(['readable']);
  await becomes(bench.ctx, 'dead_letters', 2);
  expect(await value('consumer_redelivered_total')).toBe(0);
});

test('what fails half-way leaves nothing, and keeps its place before what follows', async () => {
  let failures = 3;
  const shaky = on(ThingMade, async (event, context: ThingsContext) => {
    await keepThing(event, context);
    if (failures-- > 0) throw new Error('half-way');
  });
  consume([shaky]);
  for (const name of ['first', 'second', 'third']) await bench.bus.publish(made(name));
  await kept(['first', 'second', 'third']);
});

test('while a store or a peer is away an event waits, and is never given up', async () => {
  let tries = 0;
  const waiting = on(ThingMade, async (event, context: ThingsContext) => {
    tries += 1;
    if (tries <= 25) throw tries % 2 ? fail('unavailable') : Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    return keepThing(event, context);
  });
  consume([waiting]);
  await bench.bus.publish(made('patient'));
  await kept(['patient']);
  expect(await value('dead_letters')).toBe(0);
  expect(await value('consumer_redelivered_total')).toBe(0);
});

test('a handler acts as its service, in the request that made the event', async () => {
  const seen: unknown[] = [];
  const look = on(ThingMade, async ({ name }, { tx, id, occurredAt, requestId }: ThingsContext) => {
    seen.push([currentRequest()?.actor.id, currentRequest()?.requestId, requestId, id, occurredAt.toISOString()]);
    tx.emit(ThingLost, { name });
  });
  consume([look]);
  const event = { ...made('traced'), requestId: 'r-1' };
  await bench.bus.publish(event);
  await until(() => seen.length === 1, 'it was handled');
  expect(seen).toEqual([['watcher', 'r-1', 'r-1', event.id, event.occurredAt.toISOString()]]);
  await caughtUp();
  const [emitted] = await kitTables(bench.postgres.db).selectFrom('outbox').select(['type', 'requestId']).execute();
  expect(emitted).toEqual({ type: 'things.v1.ThingLost', requestId: 'r-1' });
});

test('a consumer hears only of the types it handles', async () => {
  consume([keep]);
  await bench.bus.publish(recordEvent(bench.ctx, ThingLost, { name: 'unheard' }));
  await bench.bus.publish(made('heard'));
  await kept(['heard']);
  await caughtUp();
  await becomes(bench.ctx, 'consumer_processed_total', 1);
});

test('events of a type that this version has no name for are passed by, without a dead letter', async () => {
  const removed = { ...made('of a version before'), type: 'things.v1.ThingRemoved', payload: Buffer.from([0xff]) };
  await bench.bus.publish(removed);
  consume([keep]);
  await bench.bus.publish({ ...removed, id: bench.ctx.newId() });
  await bench.bus.publish(made('heard'));
  await kept(['heard']);
  await caughtUp();
  await becomes(bench.ctx, 'consumer_processed_total', 1);
  expect(await value('dead_letters')).toBe(0);
});

test('a service that was stopped catches up on what happened', async () => {
  const first = processOf('watcher');
  startConsumer(first, await openBus(first, { url: bench.stores.env.NATS_URL }), rawTransactions(bench.postgres), {
    on: [keep],
  });
  await bench.bus.publish(made('before'));
  await kept(['before']);
  await first.close();
  for (const name of ['while', 'away']) await bench.bus.publish(made(name));
  consume([keep]);
  await kept(['before', 'while', 'away']);
});

test('copies of a service share the events, each applied once and in order', async () => {
  const other = processOf('watcher');
  startConsumer(other, await openBus(other, { url: bench.stores.env.NATS_URL }), rawTransactions(bench.postgres), {
    on: [keep],
  });
  consume([keep]);
  const names = Array.from({ length: 60 }, (_, index) => `thing ${index}`);
  for (const name of names) await bench.bus.publish(made(name));
  await kept(names);
  await other.close();
});

test('a consumer outlives the loss of the broker’s disk: all comes again, nothing twice', async () => {
  const maker = processOf('maker');
  const things = await openThings(maker, await bench.stores.database());
  startRelay(maker, things, await openBus(maker, { url: bench.stores.env.NATS_URL }));
  consume([keep]);
  await makeThing(things, 'before');
  await kept(['before']);
  await bench.broker.loseStream('THINGS');
  await makeThing(things, 'after');
  await kept(['before', 'after']);
  await until(async () => (await value('consumer_processed_total')) >= 3, 'the first came again');
  await caughtUp();
  expect(await thingsIn(bench.postgres)).toEqual(['before', 'after']);
  await maker.close();
});

test('how far behind a consumer is cannot be known while the broker is away', async () => {
  const alone = processOf('watcher');
  startConsumer(alone, await openBus(alone, { url: 'nats://127.0.0.1:1' }), rawTransactions(bench.postgres), {
    on: [keep],
  });
  expect(metric(await alone.metrics.registry.metrics(), 'consumer_lag')).toBeNaN();
  await alone.close();
});
