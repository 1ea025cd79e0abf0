import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Generated, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import type { Bus } from '../events/broker.ts';
import { openBus } from '../events/bus.ts';
import type { EventType } from '../events/events.ts';
import type { EventTransactions, InTransaction } from '../postgres/consumer-store.ts';
import { openPostgres, type Postgres, type Tx } from '../postgres/postgres.ts';
import { openStore } from '../postgres/service-store.ts';
import type { BrokerProbe } from './broker.ts';
import { testContext, testTimeFactor } from './service.ts';
import { type TestStores, testStores } from './stores.ts';
import { until } from './until.ts';

/** The database of the kit's own tests: things are created, with an event each. */
export interface ThingsDb {
  things: { id: Generated<number>; name: string; madeOn: Generated<string>; amount: Generated<number> };
}

export interface Thing {
  name: string;
  /** Ordering key of its events; things without one share a key. */
  key?: string;
}

export const ThingMade: EventType<Thing> = jsonEvent('things.v1.ThingMade');
export const ThingLost: EventType<Thing> = jsonEvent('things.v1.ThingLost');

function jsonEvent($type: string): EventType<Thing> {
  return {
    $type,
    keyFields: ['key'],
    encode: (payload) => ({ finish: () => Buffer.from(JSON.stringify(payload)) }),
    decode: (bytes) => JSON.parse(Buffer.from(bytes).toString()),
  };
}

export type ProcessContext = Context & { close(): Promise<void> };

/** Creates the context of a service process, with globally unique ids; `timeFactor` as in `testContext`. */
export function processOf(name: string, clock?: Clock, timeFactor = testTimeFactor): ProcessContext {
  return { ...testContext(name, clock, timeFactor), newId: () => randomUUID() };
}

const migrations = fileURLToPath(new URL('./migrations', import.meta.url));

/** Creates stores with a migrated database. */
export const thingsStores = (): Promise<TestStores> => testStores({ migrations });

export const openThings = (ctx: Context, url: string): Promise<Postgres<ThingsDb>> =>
  openPostgres<ThingsDb>(ctx, { url, migrations });

/** Context of event handlers with `rawTransactions`: the transaction itself. */
export type ThingsContext = InTransaction<Tx<ThingsDb>>;

export const rawTransactions = (postgres: Postgres<ThingsDb>): EventTransactions<ThingsDb, Tx<ThingsDb>> => ({
  postgres,
  bind: (tx) => tx,
});

/** Opens a service store with one noun, `things`. */
export const openThingsStore = (postgres: Postgres<ThingsDb>) => openStore(postgres, (things) => ({ things }));

export const makeThing = (postgres: Postgres<ThingsDb>, name: string): Promise<void> =>
  postgres.transaction(async (tx) => {
    await tx.db.insertInto('things').values({ name }).execute();
    tx.emit(ThingMade, { name });
  });

export async function thingsIn(postgres: Postgres<ThingsDb>): Promise<string[]> {
  const rows = await postgres.db.selectFrom('things').select('name').orderBy('id').execute();
  return rows.map((row) => row.name);
}

/** Truncates all tables, which is faster than creating a database. */
export async function emptyDatabase(postgres: Postgres<ThingsDb>): Promise<void> {
  await sql`truncate things, outbox, outbox_streams, inbox, idempotency_keys, consumer_copies, event_partitions,
    consumer_positions, parked_events, job_states, job_workers, graphile_worker._private_jobs,
    graphile_worker._private_job_queues, graphile_worker._private_known_crontabs restart identity`.execute(postgres.db);
}

/** Starts a process with an empty database. */
export async function startOverEmpty(
  name: string,
  { env }: TestStores,
): Promise<{ ctx: ProcessContext; postgres: Postgres<ThingsDb> }> {
  const ctx = processOf(name);
  const postgres = await openThings(ctx, env.POSTGRES_URL);
  await emptyDatabase(postgres);
  return { ctx, postgres };
}

/** Starts a process with an empty database, without a stream, connected to the broker. */
export async function startProcess(
  name: string,
  broker: BrokerProbe,
  stores: TestStores,
): Promise<{ ctx: ProcessContext; postgres: Postgres<ThingsDb>; bus: Bus }> {
  await broker.loseStream('THINGS');
  const { ctx, postgres } = await startOverEmpty(name, stores);
  const bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
  return { ctx, postgres, bus };
}
