import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openBus } from '../events/bus.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import { type EventRecord, recordEvent } from '../events/events.ts';
import { after, type BatchedEvent, on, onBatch } from '../events/handlers.ts';
import { choosePartition, partitionCount } from '../events/partitions.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { LateServer } from '../testing/late-server.ts';
import {
  openThings,
  type ProcessContext,
  processOf,
  rawTransactions,
  type Thing,
  ThingLost,
  ThingMade,
  type ThingsContext,
  thingsIn,
} from '../testing/things.ts';
import { openThingsBench } from '../testing/things-bench.ts';
import { becomes, metric, until } from '../testing/until.ts';

const bench = openThingsBench('watcher', { withStream: true });

const madeEvent = (key: string, name: string): EventRecord => recordEvent(bench.ctx, ThingMade, { key, name });
const publishAll = (events: readonly EventRecord[]) => Promise.all(events.map((event) => bench.bus.publish(event)));
const deadLetters = async (replica: ProcessContext) => metric(await replica.metrics.registry.metrics(), 'dead_letters');
const isPoisoned = ({ key }: Thing) => key === 'poisoned';

/** Inserts `<key> <name>`, also for the poisoned key. */
const insertAny = on(ThingMade, async (event: Thing, { tx }: ThingsContext) => {
  await tx.db
    .insertInto('things')
    .values({ name: `${event.key} ${event.name}` })
    .execute();
});

/** Inserts `<key> <name>`; throws for the poisoned key. */
const insertThing = async (event: Thing, { tx }: ThingsContext) => {
  if (isPoisoned(event)) throw new Error('cannot be applied');
  await tx.db
    .insertInto('things')
    .values({ name: `${event.key} ${event.name}` })
    .execute();
};
const insertOnMade = on(ThingMade, insertThing);

/** Returns the inserted names by key, in order of insertion. */
async function thingsByKey(): Promise<Map<string, number[]>> {
  const pairs = (await thingsIn(bench.postgres)).map((thing) => thing.split(' '));
  const byKey = Map.groupBy(pairs, ([key = '']) => key);
  return new Map([...byKey].map(([key, ofKey]) => [key, ofKey.map(([, name]) => Number(name))]));
}

const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
const perKey = 25;
const interleavedEvents = () =>
  Array.from({ length: perKey }, (_, name) => keys.map((key) => madeEvent(key, String(name)))).flat();
const expected = new Map(keys.map((key) => [key, Array.from({ length: perKey }, (_, name) => name)]));

async function startReplica(handler = insertOnMade, options?: ConsumerOptions): Promise<ProcessContext> {
  const replica = processOf('watcher');
  startConsumer(
    replica,
    await openBus(replica, { url: bench.stores.env.NATS_URL }),
    rawTransactions(bench.postgres),
    { on: [handler] },
    options,
  );
  return replica;
}

/** Returns the number of partitions of each live replica. */
async function partitionCounts(): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_partitions join consumer_copies on id = holder group by id`.execute(
    bench.postgres.db,
  );
  return rows.map(({ count }) => count).toSorted((a, b) => a - b);
}

test('replicas share the partitions evenly, also after one starts or stops', async () => {
  const first = await startReplica();
  await until(async () => (await partitionCounts()).join() === String(partitionCount), 'the first has all');
  const second = await startReplica();
  const half = partitionCount / 2;
  await until(async () => (await partitionCounts()).join() === `${half},${half}`, 'each has half');
  await first.close();
  await until(async () => (await partitionCounts()).join() === String(partitionCount), 'the second has all');
  await second.close();
});

test('events of a key are applied in order over two replicas, while replicas start and stop', async () => {
  let replica = await startReplica();
  const events = interleavedEvents();
  const publishing = (async () => {
    for (const event of events) await bench.bus.publish(event);
  })();
  const other = await startReplica();
  await until(async () => (await thingsIn(bench.postgres)).length > 100, 'both are working');
  await replica.close();
  replica = await startReplica();
  await publishing;
  await until(async () => (await thingsIn(bench.postgres)).length === events.length, 'all are applied');
  expect(await thingsByKey()).toEqual(expected);
  await Promise.all([replica.close(), other.close()]);
});

test('events in flight in a replica that died are applied by another one, in order', async () => {
  const proxy = new LateServer(bench.stores.env.POSTGRES_URL, 0);
  await proxy.come();
  const dead = processOf('watcher');
  const end = Promise.withResolvers<void>();
  let seen = 0;
  const stuck = on(ThingMade, async (event: Thing, context: ThingsContext) => {
    seen += 1;
    if (seen > 100) await end.promise;
    await insertThing(event, context);
  });
  const own = await openThings(dead, proxy.url);
  startConsumer(dead, await openBus(dead, { url: bench.stores.env.NATS_URL }), rawTransactions(own), { on: [stuck] });
  await publishAll(interleavedEvents());
  await until(() => seen > 100, 'the first replica has events in flight');
  await proxy.close();
  const successor = await startReplica();
  await until(async () => (await thingsIn(bench.postgres)).length === keys.length * perKey, 'all are applied');
  expect(await thingsByKey()).toEqual(expected);
  end.resolve();
  await Promise.all([successor.close(), dead.close()]);
});

/** Returns the number of attempts at each parked event. */
async function deliveriesOfParked(): Promise<number[]> {
  const { rows } = await sql<{ deliveries: number }>`select deliveries from parked_events order by seq`.execute(
    bench.postgres.db,
  );
  return rows.map(({ deliveries }) => deliveries);
}

describe('a poisoned key blocks no other key while it waits, and its own events keep their order,', () => {
  const insertMany = async (events: readonly Thing[], { tx }: ThingsContext) => {
    if (events.some(isPoisoned)) throw new Error('cannot be applied');
    await tx.db
      .insertInto('things')
      .values(events.map((event) => ({ name: `${event.key} ${event.name}` })))
      .execute();
  };
  const handlers = {
    'with a handler of single events': on(ThingMade, (event: Thing, context: ThingsContext) =>
      insertMany([event], context),
    ),
    'with a handler of batches': onBatch(ThingMade, async (sent: readonly BatchedEvent<Thing, ThingsContext>[]) => {
      const [first] = sent;
      if (first)
        await insertMany(
          sent.map(({ event }) => event),
          first.context,
        );
    }),
  };

  test.each(Object.entries(handlers))('%s', async (_how, picky) => {
    const replica = await startReplica(picky, { retryMs: [3_600_000] });
    const rounds = Array.from({ length: 20 }, (_, round) => round);
    const healthy = rounds.flatMap((round) => Array.from({ length: 20 }, (_, key) => `healthy-${round}-${key}`));
    for (const round of rounds) {
      const ofRound = healthy.slice(round * 20, (round + 1) * 20).map((key) => madeEvent(key, '0'));
      await publishAll(ofRound.toSpliced(5, 0, madeEvent('poisoned', String(round))));
      const isApplied = async () => (await thingsIn(bench.postgres)).length === (round + 1) * 20;
      await until(isApplied, 'the healthy ones are applied, the poisoned ones wait');
    }
    await becomes(replica, 'consumer_lag', rounds.length);
    expect(await thingsByKey()).toEqual(new Map(healthy.map((key) => [key, [0]])));
    expect(await deliveriesOfParked()).toEqual([1, ...rounds.slice(1).map(() => 0)]);
    expect(await deadLetters(replica)).toBe(0);
    await replica.close();

    await sql`update parked_events set due_at = now()`.execute(bench.postgres.db);
    const successor = await startReplica(insertAny);
    await until(async () => (await thingsByKey()).get('poisoned')?.length === rounds.length, 'they are applied');
    expect((await thingsByKey()).get('poisoned')).toEqual(rounds);
    await becomes(successor, 'consumer_lag', 0);
    expect(await deadLetters(successor)).toBe(0);
    await successor.close();
  });
});

test('parked events are loaded by the replica that takes over their partition', async () => {
  const first = await startReplica();
  await publishAll([madeEvent('poisoned', '0'), madeEvent('poisoned', '1'), madeEvent('healthy', '0')]);
  await until(async () => (await thingsByKey()).has('healthy'), 'the healthy one is applied');
  await first.close();
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { on: [insertAny] });
  await until(async () => (await thingsByKey()).get('poisoned')?.length === 2, 'the poisoned one is applied');
  expect((await thingsByKey()).get('poisoned')).toEqual([0, 1]);
  expect((await thingsByKey()).get('healthy')).toEqual([0]);
});

test('a parked event that another replica loads has its number in the outbox', async () => {
  const first = await startReplica();
  await bench.bus.publish({ ...madeEvent('poisoned', '0'), sequence: 7 });
  await until(async () => (await deliveriesOfParked()).length === 1, 'it is parked');
  await first.close();
  const numbers: unknown[] = [];
  const note = on(ThingMade, async (_event, { sequence }: ThingsContext) => void numbers.push(sequence));
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { on: [note] });
  await until(() => numbers.length === 1, 'it is handled');
  expect(numbers).toEqual([7]);
});

test('`after` handlers run concurrently, in order within a key, and do not block `on` handlers', async () => {
  const release = Promise.withResolvers<void>();
  const done: string[] = [];
  const slow = after(ThingLost, async (event) => {
    if (event.key === 'slow') await release.promise;
    done.push(`${event.key} ${event.name}`);
  });
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { on: [insertOnMade], after: [slow] });
  for (const [key, name] of ['slow 0', 'slow 1', 'quick 0', 'quick 1'].map((each) => each.split(' ')))
    await bench.bus.publish(recordEvent(bench.ctx, ThingLost, { key: key ?? '', name: name ?? '' }));
  await bench.bus.publish(madeEvent('quick', '0'));
  await until(() => done.length === 2, 'the quick ones are done');
  expect(done).toEqual(['quick 0', 'quick 1']);
  await until(async () => (await thingsByKey()).has('quick'), 'the on handler is done, too');
  release.resolve();
  await becomes(bench.ctx, 'consumer_lag', 0);
  expect(done).toEqual(['quick 0', 'quick 1', 'slow 0', 'slow 1']);
});

/** Makes the first three attempts to park each event fail. `calls` returns the number of attempts. */
async function failParking() {
  await sql`create sequence parking_calls`.execute(bench.postgres.db);
  await sql`
    create function refuse_parking() returns trigger language plpgsql as $$ begin
      if nextval('parking_calls') % 4 <> 0 then raise exception 'the store takes nothing now'; end if;
      return new;
    end $$`.execute(bench.postgres.db);
  await sql`
    create trigger refuse_parking before insert on parked_events
    for each row execute function refuse_parking()`.execute(bench.postgres.db);
  const calls = async () => {
    const { rows } = await sql<{ calls: number }>`
      select last_value::int as calls from parking_calls`.execute(bench.postgres.db);
    return rows[0]?.calls;
  };
  const end = async () => {
    await sql`drop function refuse_parking cascade`.execute(bench.postgres.db);
    await sql`drop sequence parking_calls`.execute(bench.postgres.db);
  };
  return { calls, end };
}

test('events that the store fails to park are parked in order as soon as it succeeds', async () => {
  const { calls, end } = await failParking();
  const tried: string[] = [];
  const failing = after(ThingMade, async ({ key, name }) => {
    tried.push(`${key} ${name}`);
    if (key === 'poisoned') throw new Error('cannot be applied');
  });
  await publishAll([madeEvent('poisoned', '0'), madeEvent('poisoned', '1'), madeEvent('healthy', '0')]);
  const options = { retryMs: [3_600_000], outageMs: [10], aliveMs: 3_600_000 };
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { after: [failing] }, options);
  await until(async () => (await deliveriesOfParked()).length === 2, 'both are parked');
  expect(await deliveriesOfParked()).toEqual([1, 0]);
  expect(await calls()).toBe(8);
  await becomes(bench.ctx, 'consumer_lag', 2);
  expect(tried.toSorted()).toEqual(['healthy 0', 'poisoned 0']);
  await end();
});

test('no event is lost or applied twice after an upgrade from a version without keys', async () => {
  const before = Array.from({ length: 6 }, (_, name) => ({ ...madeEvent('old', String(name)), key: undefined }));
  for (const event of before) await bench.bus.publish(event);
  await bench.broker.makeDurableConsumer('THINGS', 'watcher', 4);
  await bench.bus.publish(madeEvent('new', '0'));
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { on: [insertOnMade] });
  await until(async () => (await thingsIn(bench.postgres)).length === 4, 'the unacknowledged events are applied');
  expect(await thingsByKey()).toEqual(
    new Map([
      ['old', [3, 4, 5]],
      ['new', [0]],
    ]),
  );
});

test('a key has one partition, the same in every version', () => {
  expect(['', 'a', 'post-1', '7:ana'].map(choosePartition)).toEqual([5, 12, 13, 6]);
});
