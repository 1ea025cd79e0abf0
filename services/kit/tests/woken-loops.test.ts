import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hourMs } from '../core/durations.ts';
import type { Retention } from '../core/retention.ts';
import type { EmittedEvent } from '../events/events.ts';
import { busStore } from '../service/bus-store.ts';
import { postgresStore } from '../service/postgres-store.ts';
import { defineService } from '../service/service.ts';
import { bootService, type TestService } from '../testing/service.ts';
import type { TestStores } from '../testing/stores.ts';
import { openThingsStore, ThingLost, ThingMade, type ThingsDb, thingsStores } from '../testing/things.ts';
import { until } from '../testing/until.ts';

const retention: Retention<ThingsDb> = { things: { until: 'the test is over' } };
const migrations = new URL('../testing/migrations', import.meta.url).pathname;

/** Runs of each loop, in order. */
const runs: string[] = [];
let stores: TestStores;
let service: TestService;
let store: Pick<ReturnType<typeof openThingsStore>, 'transaction'>;

beforeAll(async () => {
  stores = await thingsStores();
  const loop = (what: string, onEmitted: (event: EmittedEvent) => boolean) => ({
    what,
    everyMs: hourMs,
    onEmitted,
    work: async () => void runs.push(what),
  });
  const woken = defineService({
    name: 'woken',
    stores: { store: postgresStore({ migrations, retention, open: openThingsStore }), bus: busStore },
    build: (opened) => {
      store = opened.store;
    },
    loops: () => [
      loop('losses', ({ type }) => type === ThingLost.$type),
      loop('things', ({ payload }) => ThingMade.decode(payload).name === 'chair'),
    ],
  });
  service = await bootService(woken, stores.env);
  await until(async () => runs.length === 2, 'both loops have run for the first time');
});
afterAll(async () => {
  await service.stop();
  await stores.drop();
});

test('a commit wakes the loops that its events concern, and no other', async () => {
  await store.transaction(async (tx) => tx.emit(ThingMade, { name: 'table' }));
  await store.transaction(async (tx) => tx.emit(ThingMade, { name: 'chair' }));
  await until(async () => runs.length === 3, 'the loop of chairs has run');
  await store.transaction(async (tx) => {
    tx.emit(ThingMade, { name: 'table' });
    tx.emit(ThingLost, { name: 'table' });
  });
  await until(async () => runs.length === 4, 'the loop of losses has run');
  expect(runs.slice(2)).toEqual(['things', 'losses']);
});
