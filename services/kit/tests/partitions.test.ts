import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openBus } from '../events/bus.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import { type EventRecord, recordEvent } from '../events/events.ts';
import { after, type BatchedEvent, on, onBatch } from '../events/handlers.ts';
import { partitionCount, partitionOf } from '../events/partitions.ts';
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

const made = (key: string, name: string): EventRecord => recordEvent(bench.ctx, ThingMade, { key, name });
const publishAll = (events: readonly EventRecord[]) => Promise.all(events.map((event) => bench.bus.publish(event)));
const deadLetters = async (copy: ProcessContext) => metric(await copy.metrics.registry.metrics(), 'dead_letters');
const isPoisoned = ({ key }: Thing) => key === 'poisoned';

/** Keeps `<key> <name>`, of the poisoned key too. */
const cured = on(ThingMade, async (event: Thing, { tx }: ThingsContext) => {
  await tx.db
    .insertInto('things')
    .values({ name: `${event.key} ${event.name}` })
    .execute();
});

/** Keeps `<key> <name>`; fails for the poisoned key. */
const keepThing = async (event: Thing, { tx }: ThingsContext) => {
  if (isPoisoned(event)) throw new Error('cannot be applied');
  await tx.db
    .insertInto('things')
    .values({ name: `${event.key} ${event.name}` })
    .execute();
};
const keep = on(ThingMade, keepThing);

/** The names that were kept, by key, in the order in which they were. */
async function keptByKey(): Promise<Map<string, number[]>> {
  const pairs = (await thingsIn(bench.postgres)).map((kept) => kept.split(' '));
  const byKey = Map.groupBy(pairs, ([key = '']) => key);
  return new Map([...byKey].map(([key, ofKey]) => [key, ofKey.map(([, name]) => Number(name))]));
}

const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
const perKey = 25;
const inTurn = () => Array.from({ length: perKey }, (_, name) => keys.map((key) => made(key, String(name)))).flat();
const expected = new Map(keys.map((key) => [key, Array.from({ length: perKey }, (_, name) => name)]));

async function copyOf(handler = keep, options?: ConsumerOptions): Promise<ProcessContext> {
  const copy = processOf('watcher');
  startConsumer(
    copy,
    await openBus(copy, { url: bench.stores.env.NATS_URL }),
    rawTransactions(bench.postgres),
    { on: [handler] },
    options,
  );
  return copy;
}

/** How many partitions each living copy has. */
async function shares(): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_partitions join consumer_copies on id = holder group by id`.execute(
    bench.postgres.db,
  );
  return rows.map(({ count }) => count).toSorted((a, b) => a - b);
}

test('copies share the partitions evenly, also when one comes or goes', async () => {
  const first = await copyOf();
  await until(async () => (await shares()).join() === String(partitionCount), 'the first has all');
  const second = await copyOf();
  const half = partitionCount / 2;
  await until(async () => (await shares()).join() === `${half},${half}`, 'each has half');
  await first.close();
  await until(async () => (await shares()).join() === String(partitionCount), 'the second has all');
  await second.close();
});

test('events of a key are applied in order over two copies, while copies come, go and are restarted', async () => {
  let copy = await copyOf();
  const events = inTurn();
  const publishing = (async () => {
    for (const event of events) await bench.bus.publish(event);
  })();
  const other = await copyOf();
  await until(async () => (await thingsIn(bench.postgres)).length > 100, 'both are at work');
  await copy.close();
  copy = await copyOf();
  await publishing;
  await until(async () => (await thingsIn(bench.postgres)).length === events.length, 'all are applied');
  expect(await keptByKey()).toEqual(expected);
  await Promise.all([copy.close(), other.close()]);
});

test('what a copy that died had in hand another applies, in order', async () => {
  const road = new LateServer(bench.stores.env.POSTGRES_URL, 0);
  await road.come();
  const dead = processOf('watcher');
  const end = Promise.withResolvers<void>();
  let seen = 0;
  const stuck = on(ThingMade, async (event: Thing, context: ThingsContext) => {
    seen += 1;
    if (seen > 100) await end.promise;
    await keepThing(event, context);
  });
  const own = await openThings(dead, road.url);
  startConsumer(dead, await openBus(dead, { url: bench.stores.env.NATS_URL }), rawTransactions(own), { on: [stuck] });
  await publishAll(inTurn());
  await until(() => seen > 100, 'the first copy has some in hand');
  await road.close();
  const successor = await copyOf();
  await until(async () => (await thingsIn(bench.postgres)).length === keys.length * perKey, 'all are applied');
  expect(await keptByKey()).toEqual(expected);
  end.resolve();
  await Promise.all([successor.close(), dead.close()]);
});

/** How often each event that waits was tried. */
async function deliveriesOfParked(): Promise<number[]> {
  const { rows } = await sql<{ deliveries: number }>`select deliveries from parked_events order by seq`.execute(
    bench.postgres.db,
  );
  return rows.map(({ deliveries }) => deliveries);
}

describe('a poisoned key holds up no other while it waits, and its own events keep their order,', () => {
  const keepMany = async (events: readonly Thing[], { tx }: ThingsContext) => {
    if (events.some(isPoisoned)) throw new Error('cannot be applied');
    await tx.db
      .insertInto('things')
      .values(events.map((event) => ({ name: `${event.key} ${event.name}` })))
      .execute();
  };
  const handlers = {
    'where each is applied alone': on(ThingMade, (event: Thing, context: ThingsContext) => keepMany([event], context)),
    'where many are applied together': onBatch(
      ThingMade,
      async (sent: readonly BatchedEvent<Thing, ThingsContext>[]) => {
        const [first] = sent;
        if (first)
          await keepMany(
            sent.map(({ event }) => event),
            first.context,
          );
      },
    ),
  };

  test.each(Object.entries(handlers))('%s', async (_how, picky) => {
    const copy = await copyOf(picky, { retryMs: [3_600_000] });
    const rounds = Array.from({ length: 20 }, (_, round) => round);
    const healthy = rounds.flatMap((round) => Array.from({ length: 20 }, (_, key) => `healthy-${round}-${key}`));
    for (const round of rounds) {
      const ofRound = healthy.slice(round * 20, (round + 1) * 20).map((key) => made(key, '0'));
      await publishAll(ofRound.toSpliced(5, 0, made('poisoned', String(round))));
      const isApplied = async () => (await thingsIn(bench.postgres)).length === (round + 1) * 20;
      await until(isApplied, 'the healthy ones are applied, the poisoned ones wait');
    }
    await becomes(copy, 'consumer_lag', rounds.length);
    expect(await keptByKey()).toEqual(new Map(healthy.map((key) => [key, [0]])));
    expect(await deliveriesOfParked()).toEqual([1, ...rounds.slice(1).map(() => 0)]);
    expect(await deadLetters(copy)).toBe(0);
    await copy.close();

    await sql`update parked_events set due_at = now()`.execute(bench.postgres.db);
    const successor = await copyOf(cured);
    await until(async () => (await keptByKey()).get('poisoned')?.length === rounds.length, 'they are applied');
    expect((await keptByKey()).get('poisoned')).toEqual(rounds);
    await becomes(successor, 'consumer_lag', 0);
    expect(await deadLetters(successor)).toBe(0);
    await successor.close();
  });
});

test('a key that waits is found again by the copy that takes over', async () => {
  const first = await copyOf();
  await publishAll([made('poisoned', '0'), made('poisoned', '1'), made('healthy', '0')]);
  await until(async () => (await keptByKey()).has('healthy'), 'the healthy one is applied');
  await first.close();
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { on: [cured] });
  await until(async () => (await keptByKey()).get('poisoned')?.length === 2, 'the poisoned one is applied');
  expect((await keptByKey()).get('poisoned')).toEqual([0, 1]);
  expect((await keptByKey()).get('healthy')).toEqual([0]);
});

test('handlers of after run beside each other, in order within a key, and hold up none of on', async () => {
  const release = Promise.withResolvers<void>();
  const done: string[] = [];
  const slow = after(ThingLost, async (event) => {
    if (event.key === 'slow') await release.promise;
    done.push(`${event.key} ${event.name}`);
  });
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { on: [keep], after: [slow] });
  for (const [key, name] of ['slow 0', 'slow 1', 'quick 0', 'quick 1'].map((each) => each.split(' ')))
    await bench.bus.publish(recordEvent(bench.ctx, ThingLost, { key: key ?? '', name: name ?? '' }));
  await bench.bus.publish(made('quick', '0'));
  await until(() => done.length === 2, 'the quick ones are done');
  expect(done).toEqual(['quick 0', 'quick 1']);
  await until(async () => (await keptByKey()).has('quick'), 'so is what another kind of handler does');
  release.resolve();
  await becomes(bench.ctx, 'consumer_lag', 0);
  expect(done).toEqual(['quick 0', 'quick 1', 'slow 0', 'slow 1']);
});

/** Has the store refuse three times to park each event. `calls` counts how often it was asked. */
async function refuseParking() {
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

test('events that the store refuses to park are parked in their order as soon as it takes them', async () => {
  const { calls, end } = await refuseParking();
  const tried: string[] = [];
  const failing = after(ThingMade, async ({ key, name }) => {
    tried.push(`${key} ${name}`);
    if (key === 'poisoned') throw new Error('cannot be applied');
  });
  await publishAll([made('poisoned', '0'), made('poisoned', '1'), made('healthy', '0')]);
  const options = { retryMs: [3_600_000], outageMs: [10], aliveMs: 3_600_000 };
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { after: [failing] }, options);
  await until(async () => (await deliveriesOfParked()).length === 2, 'both are parked');
  expect(await deliveriesOfParked()).toEqual([1, 0]);
  expect(await calls()).toBe(8);
  await becomes(bench.ctx, 'consumer_lag', 2);
  expect(tried.toSorted()).toEqual(['healthy 0', 'poisoned 0']);
  await end();
});

test('after the upgrade from a version without keys nothing is lost and nothing applied twice', async () => {
  const before = Array.from({ length: 6 }, (_, name) => ({ ...made('old', String(name)), key: undefined }));
  for (const event of before) await bench.bus.publish(event);
  await bench.broker.makeDurableConsumer('THINGS', 'watcher', 4);
  await bench.bus.publish(made('new', '0'));
  startConsumer(bench.ctx, bench.bus, rawTransactions(bench.postgres), { on: [keep] });
  await until(async () => (await thingsIn(bench.postgres)).length === 4, 'what had not been acknowledged is applied');
  expect(await keptByKey()).toEqual(
    new Map([
      ['old', [3, 4, 5]],
      ['new', [0]],
    ]),
  );
});

test('a key has one partition, the same in every version', () => {
  expect(['', 'a', 'post-1', '7:ana'].map(partitionOf)).toEqual([5, 12, 13, 6]);
});
