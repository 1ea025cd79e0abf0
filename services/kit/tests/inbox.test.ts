import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { fail } from '../core/errors.ts';
import { currentRequest } from '../core/request-context.ts';
import { openBus } from '../events/bus.ts';
import { recordEvent } from '../events/events.ts';
import { on } from '../events/handlers.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { kitRetention, kitTables } from '../postgres/kit-tables.ts';
import { startRelay } from '../postgres/outbox.ts';
import { buildSweeps, sweepEach } from '../postgres/sweep.ts';
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
import { consumerOf, insertOnMade, insertThing } from '../testing/things-consumer.ts';
import { becomes, metric, until } from '../testing/until.ts';

const bench = openThingsBench('watcher', { withStream: true });
const { consume, madeEvent, untilThings, caughtUp } = consumerOf(bench);
const value = async (name: string) => metric(await bench.ctx.metrics.registry.metrics(), name);

test('a consumer applies an event once although it is delivered twice', async () => {
  consume([insertOnMade]);
  const event = madeEvent('once');
  await bench.bus.publish(event);
  await bench.bus.publish({ ...event, attempt: 1 });
  await caughtUp();
  await becomes(bench.ctx, 'consumer_processed_total', 2);
  expect(await thingsIn(bench.postgres)).toEqual(['once']);
});

/** Lets days pass for the rows of the outbox and the inbox, and deletes expired ones. */
async function passDays(days: number): Promise<void> {
  const db = kitTables(bench.postgres.db);
  await sql`update outbox set published_at = published_at - make_interval(days => ${days})`.execute(db);
  await sql`update inbox set handled_at = handled_at - make_interval(days => ${days})`.execute(db);
  const { signal } = new AbortController();
  await sweepEach(signal, buildSweeps(db, signal, kitRetention, new Date()));
}

test('a replay does not prolong an event, so it is applied once however often it is replayed', async () => {
  const relay = startRelay(bench.ctx, bench.postgres, bench.bus);
  let applied = 0;
  const count = async () => {
    applied += 1;
  };
  consume([on(ThingMade, count)]);
  await makeThing(bench.postgres, 'replayed');
  await becomes(bench.ctx, 'consumer_processed_total', 1);
  await becomes(bench.ctx, 'outbox_pending', 0);
  await passDays(6);
  expect(await relay.replay(new Date(0))).toBe(1);
  await becomes(bench.ctx, 'consumer_processed_total', 2);
  await becomes(bench.ctx, 'outbox_pending', 0);
  await passDays(3);
  await makeThing(bench.postgres, 'later');
  await becomes(bench.ctx, 'consumer_processed_total', 3);
  await becomes(bench.ctx, 'outbox_pending', 0);
  expect(await relay.replay(new Date(0))).toBe(1);
  await becomes(bench.ctx, 'consumer_processed_total', 4);
  expect(applied).toBe(2);
});

test('an event has the number of its row in the outbox, also when it is replayed', async () => {
  const relay = startRelay(bench.ctx, bench.postgres, bench.bus);
  const numbers: unknown[] = [];
  consume([on(ThingMade, async (_event, { sequence }: ThingsContext) => void numbers.push(sequence))]);
  await makeThing(bench.postgres, 'numbered');
  await becomes(bench.ctx, 'consumer_processed_total', 1);
  await becomes(bench.ctx, 'outbox_pending', 0);
  const db = kitTables(bench.postgres.db);
  await sql`delete from inbox`.execute(db);
  expect(await relay.replay(new Date(0))).toBe(1);
  await until(() => numbers.length === 2, 'the replay was handled');
  const [row] = await db.selectFrom('outbox').select('seq').execute();
  expect(numbers).toEqual([row?.seq, row?.seq]);
});

test('an event replayed on its last day is applied once, even by a consumer that receives it a week later', async () => {
  const event = madeEvent('late');
  consume([insertOnMade]);
  await bench.bus.publish(event);
  await untilThings(['late']);
  await passDays(14);
  await bench.bus.publish({ ...event, attempt: 1 });
  await bench.bus.publish(madeEvent('next'));
  await untilThings(['late', 'next']);
});

test('the broker rejects an event whose predecessor it does not have', async () => {
  const [first, second] = [madeEvent('first'), madeEvent('second')];
  await expect(bench.bus.publish(second, first)).rejects.toThrow(/last msg id/);
  await bench.bus.publish(first);
  await bench.bus.publish(second, first);
  expect((await bench.bus.publish(second, first)).duplicate).toBe(true);
});

test('the broker drops a second publication of the same attempt', async () => {
  const event = madeEvent('twice');
  expect((await bench.bus.publish(event)).duplicate).toBe(false);
  expect((await bench.bus.publish(event)).duplicate).toBe(true);
});

test('an event becomes a dead letter after ten failures, and the next one is applied', async () => {
  let tries = 0;
  const picky = on(ThingMade, async (event, context: ThingsContext) => {
    if (event.name !== 'bad') return insertThing(event, context);
    tries += 1;
    throw new Error('cannot\nbe applied');
  });
  consume([picky]);
  await bench.bus.publish(madeEvent('bad'));
  await bench.bus.publish(madeEvent('good'));
  await untilThings(['good']);
  await becomes(bench.ctx, 'dead_letters', 1);
  await becomes(bench.ctx, 'consumer_redelivered_total', 9);
  expect(tries).toBe(10);
  const letter = await bench.broker.lastMessage('DEAD', 'dead.watcher.>');
  expect(letter).toMatchObject({ subject: 'dead.watcher.things.v1.ThingMade', data: '{"name":"bad"}' });
  expect(letter.headers).toMatch(/Tribus-Reason: cannot be applied\r\n/);
  expect(letter.headers).toMatch(/Tribus-Deliveries: 10\r\n/);
});

test('a stream of an earlier version gets the current retention and keeps its messages', async () => {
  await bench.broker.loseStream('THINGS');
  await bench.broker.makeStream('THINGS', 30);
  await bench.bus.publish(madeEvent('stored'));
  await bench.bus.stream('THINGS');
  expect([await bench.broker.daysOf('THINGS'), await bench.broker.messagesIn('THINGS')]).toEqual([7, 1]);
});

test('dead letters are stored as long as the events that a replay publishes again', async () => {
  await bench.broker.loseStream('DEAD');
  await bench.broker.makeStream('DEAD', 30);
  consume([insertOnMade]);
  bench.broker.publish('things.v1.ThingMade', '{"name":"without metadata"}');
  await becomes(bench.ctx, 'dead_letters', 1);
  expect([await bench.broker.daysOf('DEAD'), await bench.broker.messagesIn('DEAD')]).toEqual([7, 1]);
});

test('a malformed event becomes a dead letter at once', async () => {
  consume([insertOnMade]);
  const facts = { 'Tribus-Event-Id': bench.ctx.newId(), 'Tribus-Occurred-At': new Date().toISOString() };
  bench.broker.publish('things.v1.ThingMade', '{broken', facts);
  bench.broker.publish('things.v1.ThingMade', '{"name":"a stranger"}');
  await bench.bus.publish(madeEvent('readable'));
  await untilThings(['readable']);
  await becomes(bench.ctx, 'dead_letters', 2);
  expect(await value('consumer_redelivered_total')).toBe(0);
});

test('a failing handler is rolled back, and its event is applied before the following ones', async () => {
  let failures = 3;
  const shaky = on(ThingMade, async (event, context: ThingsContext) => {
    await insertThing(event, context);
    if (failures-- > 0) throw new Error('half-way');
  });
  consume([shaky]);
  for (const name of ['first', 'second', 'third']) await bench.bus.publish(madeEvent(name));
  await untilThings(['first', 'second', 'third']);
});

test('while a store or a peer is unavailable an event waits and never becomes a dead letter', async () => {
  let tries = 0;
  const waiting = on(ThingMade, async (event, context: ThingsContext) => {
    tries += 1;
    if (tries <= 25)
      throw tries % 2 ? fail('unavailable') : Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    return insertThing(event, context);
  });
  consume([waiting]);
  await bench.bus.publish(madeEvent('patient'));
  await untilThings(['patient']);
  expect(await value('dead_letters')).toBe(0);
  expect(await value('consumer_redelivered_total')).toBe(0);
});

test('a handler runs with its service as actor and the request id of the event', async () => {
  const seen: unknown[] = [];
  const look = on(ThingMade, async ({ name }, { tx, id, occurredAt, requestId }: ThingsContext) => {
    seen.push([currentRequest()?.actor.id, currentRequest()?.requestId, requestId, id, occurredAt.toISOString()]);
    tx.emit(ThingLost, { name });
  });
  consume([look]);
  const event = { ...madeEvent('traced'), requestId: 'r-1' };
  await bench.bus.publish(event);
  await until(() => seen.length === 1, 'it was handled');
  expect(seen).toEqual([['watcher', 'r-1', 'r-1', event.id, event.occurredAt.toISOString()]]);
  await caughtUp();
  const [emitted] = await kitTables(bench.postgres.db).selectFrom('outbox').select(['type', 'requestId']).execute();
  expect(emitted).toEqual({ type: 'things.v1.ThingLost', requestId: 'r-1' });
});

test('a consumer receives only the types it handles', async () => {
  consume([insertOnMade]);
  await bench.bus.publish(recordEvent(bench.ctx, ThingLost, { name: 'unhandled' }));
  await bench.bus.publish(madeEvent('heard'));
  await untilThings(['heard']);
  await caughtUp();
  await becomes(bench.ctx, 'consumer_processed_total', 1);
});

test('events of an unknown type are skipped without a dead letter', async () => {
  const removed = {
    ...madeEvent('of an earlier version'),
    type: 'things.v1.ThingRemoved',
    payload: Buffer.from([0xff]),
  };
  await bench.bus.publish(removed);
  consume([insertOnMade]);
  await bench.bus.publish({ ...removed, id: bench.ctx.newId() });
  await bench.bus.publish(madeEvent('heard'));
  await untilThings(['heard']);
  await caughtUp();
  await becomes(bench.ctx, 'consumer_processed_total', 1);
  expect(await value('dead_letters')).toBe(0);
});

test('a service that was stopped catches up on missed events', async () => {
  const first = processOf('watcher');
  startConsumer(first, await openBus(first, { url: bench.stores.env.NATS_URL }), rawTransactions(bench.postgres), {
    on: [insertOnMade],
  });
  await bench.bus.publish(madeEvent('before'));
  await untilThings(['before']);
  await first.close();
  for (const name of ['second', 'third']) await bench.bus.publish(madeEvent(name));
  consume([insertOnMade]);
  await untilThings(['before', 'second', 'third']);
});

test('replicas of a service share the events, each applied once and in order', async () => {
  const other = processOf('watcher');
  startConsumer(other, await openBus(other, { url: bench.stores.env.NATS_URL }), rawTransactions(bench.postgres), {
    on: [insertOnMade],
  });
  consume([insertOnMade]);
  const names = Array.from({ length: 60 }, (_, index) => `thing ${index}`);
  for (const name of names) await bench.bus.publish(madeEvent(name));
  await untilThings(names);
  await other.close();
});

test('all events are redelivered after the broker lost its disk, and none is applied twice', async () => {
  const maker = processOf('maker');
  const things = await openThings(maker, await bench.stores.database());
  startRelay(maker, things, await openBus(maker, { url: bench.stores.env.NATS_URL }));
  consume([insertOnMade]);
  await makeThing(things, 'before');
  await untilThings(['before']);
  await bench.broker.loseStream('THINGS');
  await makeThing(things, 'after');
  await untilThings(['before', 'after']);
  await until(async () => (await value('consumer_processed_total')) >= 3, 'the first is redelivered');
  await caughtUp();
  expect(await thingsIn(bench.postgres)).toEqual(['before', 'after']);
  await maker.close();
});

test('the lag of a consumer is unknown while the broker is unavailable', async () => {
  const alone = processOf('watcher');
  startConsumer(alone, await openBus(alone, { url: 'nats://127.0.0.1:1' }), rawTransactions(bench.postgres), {
    on: [insertOnMade],
  });
  expect(metric(await alone.metrics.registry.metrics(), 'consumer_lag')).toBeNaN();
  await alone.close();
});
