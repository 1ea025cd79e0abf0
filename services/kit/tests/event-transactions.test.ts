import { expect, test } from '@jest/globals';
import { recordEvent } from '../events/events.ts';
import { on } from '../events/handlers.ts';
import type { InTransaction } from '../postgres/consumer-store.ts';
import { startConsumer } from '../postgres/inbox.ts';
import type { Postgres } from '../postgres/postgres.ts';
import type { StoreTx } from '../postgres/service-store.ts';
import { openThingsStore, ThingMade, type ThingsDb, thingsIn } from '../testing/things.ts';
import { openThingsBench } from '../testing/things-bench.ts';
import { until } from '../testing/until.ts';

type ThingsTx = StoreTx<{ things: Postgres<ThingsDb>['db'] }>;

const bench = openThingsBench('watcher', { withStream: true });

test('a handler writes to its service’s store in the transaction of its event', async () => {
  let attempts = 0;
  const failsOnce = on(ThingMade, async ({ name }, { tx }: InTransaction<ThingsTx>) => {
    await tx.things.insertInto('things').values({ name }).execute();
    attempts += 1;
    if (attempts === 1) throw new Error('the first attempt fails');
  });
  const transactions = { postgres: bench.postgres, bind: openThingsStore(bench.postgres).inTransaction };
  startConsumer(bench.ctx, bench.bus, transactions, { on: [failsOnce] }, { retryMs: [1], aliveMs: 3_600_000 });
  await bench.bus.publish(recordEvent(bench.ctx, ThingMade, { name: 'made' }));
  await until(async () => (await thingsIn(bench.postgres)).length > 0, 'the event is applied');
  expect(attempts).toBe(2);
  expect(await thingsIn(bench.postgres)).toEqual(['made']);
});
