import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Bus } from '../events/broker.ts';
import { recordEvent } from '../events/events.ts';
import { on } from '../events/handlers.ts';
import type { InTransaction } from '../postgres/consumer-store.ts';
import { startConsumer } from '../postgres/inbox.ts';
import type { Postgres } from '../postgres/postgres.ts';
import type { StoreTx } from '../postgres/service-store.ts';
import { BrokerProbe } from '../testing/broker.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  openThingsStore,
  type ProcessContext,
  startProcess,
  ThingMade,
  type ThingsDb,
  thingsIn,
  thingsStores,
} from '../testing/things.ts';
import { until } from '../testing/until.ts';

type ThingsTx = StoreTx<{ things: Postgres<ThingsDb>['db'] }>;

let stores: TestStores;
let broker: BrokerProbe;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;
let bus: Bus;

beforeAll(async () => {
  stores = await thingsStores();
  broker = await BrokerProbe.open(stores.env.NATS_URL);
});

afterAll(async () => {
  broker.close();
  await stores.drop();
});

beforeEach(async () => {
  ({ ctx, postgres, bus } = await startProcess('watcher', broker, stores));
  await bus.stream('THINGS');
});

afterEach(() => ctx.close());

test('a handler changes the store of its service in the transaction of its event', async () => {
  let attempts = 0;
  const failsOnce = on(ThingMade, async ({ name }, { tx }: InTransaction<ThingsTx>) => {
    await tx.things.insertInto('things').values({ name }).execute();
    attempts += 1;
    if (attempts === 1) throw new Error('the first attempt fails');
  });
  const transactions = { postgres, bind: openThingsStore(postgres).inTransaction };
  startConsumer(ctx, bus, transactions, { on: [failsOnce] }, { retryMs: [1], aliveMs: 3_600_000 });
  await bus.publish(recordEvent(ctx, ThingMade, { name: 'made' }));
  await until(async () => (await thingsIn(postgres)).length > 0, 'the event is applied');
  expect(attempts).toBe(2);
  expect(await thingsIn(postgres)).toEqual(['made']);
});
