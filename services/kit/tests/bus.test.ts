import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBus } from '../events/bus.ts';
import { testContext } from '../testing/service.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { until } from '../testing/until.ts';

let stores: TestStores;

beforeAll(async () => {
  stores = await testStores({ postgres: false });
});
afterAll(() => stores.drop());

/** The timers that keep the process running; jest's own for the running test is one of them. */
const activeTimers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

test('a process can end as soon as its connection to the broker is closed', async () => {
  const before = activeTimers();
  const ctx = testContext();
  const bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'connected');
  await ctx.close();
  expect(activeTimers()).toBeLessThanOrEqual(before);
});
