import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { asAppError } from '../core/errors.ts';
import type { Bus } from '../events/broker.ts';
import { openBus } from '../events/bus.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import { type EventMetadata, recordEvent } from '../events/events.ts';
import { on } from '../events/handlers.ts';
import { startIdempotentConsumer } from '../mongo/inbox.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { startConsumer } from '../postgres/inbox.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  openThings,
  type ProcessContext,
  processOf,
  rawTransactions,
  type Thing,
  ThingMade,
  type ThingsContext,
  thingsStores,
} from '../testing/things.ts';
import { becomes, until } from '../testing/until.ts';

let stores: TestStores;
let publisher: ProcessContext;
let bus: Bus;

beforeAll(async () => {
  stores = await thingsStores();
  publisher = processOf('publisher');
  bus = await openBus(publisher, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
  await bus.stream('THINGS');
  for (const name of ['slow', 'quick']) await bus.publish(recordEvent(publisher, ThingMade, { name }));
});

afterAll(async () => {
  await publisher.close();
  await stores.drop();
});

/** Long enough that a stalled machine does not lose its partitions. */
const options: ConsumerOptions = { retryMs: [1], outageMs: [1], aliveMs: 3_600_000 };

const lock = 1;

/** Acquires the lock in a separate connection; returns a function that releases it. */
async function lockAside(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [lock]);
  return () => client.end();
}

/** The outcome of a slow event and the one after it. */
interface Outcome {
  tries: number;
  error: unknown;
  done: string[];
}

async function deadLetterThenNext(ctx: ProcessContext, outcome: Outcome): Promise<void> {
  await until(() => outcome.done.length > 0, 'the next event is applied');
  expect(outcome).toMatchObject({ tries: 10, done: ['quick'] });
  await becomes(ctx, 'dead_letters', 1);
  expect(asAppError(outcome.error)).toMatchObject({ code: 'timeout', status: 504 });
}

test('an event whose Postgres statement times out becomes a dead letter after ten attempts, and the next is applied', async () => {
  const ctx = processOf('tables');
  const free = await lockAside(stores.env.POSTGRES_URL);
  const outcome: Outcome = { tries: 0, error: undefined, done: [] };
  const postgres = await openThings(ctx, stores.env.POSTGRES_URL);
  const effect = async ({ name }: Thing, { tx }: ThingsContext) => {
    if (name === 'quick') return void outcome.done.push(name);
    outcome.tries += 1;
    await sql`set local statement_timeout = 1`.execute(tx.db);
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx.db).catch((error) => {
      outcome.error = error;
      throw error;
    });
  };
  const own = await openBus(ctx, { url: stores.env.NATS_URL });
  startConsumer(ctx, own, rawTransactions(postgres), { on: [on(ThingMade, effect)] }, options);
  await deadLetterThenNext(ctx, outcome);
  await ctx.close();
  await free();
});

test('an event whose MongoDB search times out becomes a dead letter after ten attempts, and the next is applied', async () => {
  const ctx = processOf('documents');
  const outcome: Outcome = { tries: 0, error: undefined, done: [] };
  const mongo = await openMongo(ctx, { url: stores.env.MONGODB_URL });
  await fill(mongo);
  const effect = async ({ name }: Thing, _facts: EventMetadata) => {
    if (name === 'quick') return void outcome.done.push(name);
    outcome.tries += 1;
    await slowSearch(mongo).catch((error) => {
      outcome.error = error;
      throw error;
    });
  };
  const own = await openBus(ctx, { url: stores.env.NATS_URL });
  startIdempotentConsumer(ctx, own, mongo, { on: [on(ThingMade, effect)] }, options);
  await deadLetterThenNext(ctx, outcome);
  await ctx.close();
});

async function fill(mongo: Mongo): Promise<void> {
  const list = Array.from({ length: 200 }, (_, index) => index);
  const portion = 50;
  for (let made = 0; made < 4_000; made += portion) {
    await mongo.collection('lists').insertMany(Array.from({ length: portion }, (_, n) => ({ n: made + n, list })));
  }
}

/** Scans every element of every document, with a limit of one millisecond. */
const slowSearch = (mongo: Mongo): Promise<unknown> =>
  mongo
    .collection('lists')
    .find({ list: { $all: [198, 199] }, n: -1 }, { maxTimeMS: 1 })
    .toArray();
