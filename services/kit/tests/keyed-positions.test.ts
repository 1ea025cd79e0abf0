import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Bus } from '../events/broker.ts';
import { recordEvent } from '../events/events.ts';
import { after } from '../events/handlers.ts';
import { partitionCount } from '../events/partitions.ts';
import { startConsumer } from '../postgres/inbox.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { BrokerProbe } from '../testing/broker.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  type ProcessContext,
  rawTransactions,
  startProcess,
  ThingMade,
  type ThingsDb,
  thingsStores,
} from '../testing/things.ts';
import { becomes, until } from '../testing/until.ts';

let stores: TestStores;
let broker: BrokerProbe;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;
let bus: Bus;
const release = Promise.withResolvers<void>();

beforeAll(async () => {
  stores = await thingsStores();
  broker = await BrokerProbe.open(stores.env.NATS_URL);
  ({ ctx, postgres, bus } = await startProcess('watcher', broker, stores));
  await bus.stream('THINGS');
});

afterAll(async () => {
  release.resolve();
  await ctx.close();
  broker.close();
  await stores.drop();
});

/** Returns the column `count` of a query. */
async function count(query: ReturnType<typeof sql<{ count: number }>>): Promise<number | undefined> {
  const { rows } = await query.execute(postgres.db);
  return rows[0]?.count;
}

test('an event received while the position is being saved is not covered by the position until it is handled', async () => {
  const begun: string[] = [];
  const handler = after(ThingMade, async ({ name }) => {
    begun.push(name);
    if (name === 'slow') await release.promise;
  });
  startConsumer(ctx, bus, rawTransactions(postgres), { after: [handler] }, { aliveMs: 3_600_000 });
  const publish = (name: string) => bus.publish(recordEvent(ctx, ThingMade, { key: name, name }));
  const positions = () => count(sql`select count(*)::int from consumer_positions`);
  await until(async () => (await positions()) === partitionCount, 'it consumes');

  await postgres.db.transaction().execute(async (tx) => {
    await sql`lock table consumer_positions`.execute(tx);
    await publish('quick');
    const waiting = () =>
      count(sql`
        select count(*)::int from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and not granted`);
    await until(async () => (await waiting()) === 1, 'the position behind the first is being saved');
    await publish('slow');
    await until(() => begun.includes('slow'), 'the second is in flight');
  });
  await publish('last');
  await until(() => begun.includes('last'), 'the third is handled');
  await becomes(ctx, 'consumer_lag', 1);
  expect(await count(sql`select max(seq)::int as count from consumer_positions`)).toBe(1);
  release.resolve();
  await becomes(ctx, 'consumer_lag', 0);
  const behind = () => count(sql`select count(*)::int from consumer_positions where seq < 3`);
  await until(async () => (await behind()) === 0, 'the position is the last event');
});
