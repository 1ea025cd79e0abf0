import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { sql } from 'kysely';
import { sumUpDaysBefore } from '../src/active-days.ts';
import { type ContentStore, openContentStore } from '../src/store/store.ts';
import type { ContentDb } from '../src/store/tables.ts';

const migrations = join(import.meta.dirname, '../migrations');
const ctx = testContext('content');
const [day, nextDay] = ['2026-03-01', '2026-03-02'];
let stores: TestStores;
let postgres: Postgres<ContentDb>;
let store: ContentStore;

beforeAll(async () => {
  stores = await testStores({ migrations });
  postgres = await openPostgres<ContentDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  store = openContentStore(postgres);
  // Each of 90 users is active in three of 240 tribes; each tenth user is an agent.
  await sql`
    insert into active_days (tribe_id, day, user_id, is_agent, posts, comments, reactions)
    select 1000 + (n + 80 * tribe) % 240, ${day}::date, 'user' || n, n % 10 = 0, 1, 2, 3
    from generate_series(1, 90) as n, generate_series(0, 2) as tribe`.execute(postgres.db);
});
afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

const total = { day, posts: 270, comments: 540, reactions: 810, people: 81 };
const totals = () => store.tribeDays.list({ tribeId: null, from: day, to: nextDay });
const sumsOfTribes = async () => {
  const { rows } = await sql`
    select count(*)::integer as tribes, sum(posts)::integer as posts, sum(people)::integer as people
    from tribe_days where tribe_id <> 0`.execute(postgres.db);
  return rows[0];
};

test('a user active in several tribes is counted once in all tribes, also before the day is summed up', async () => {
  expect(await totals()).toEqual([total]);
});

test('a day is summed up in portions of its tribes, and an interrupted run is completed by the next one', async () => {
  const stop = new AbortController();
  let checks = 0;
  jest.spyOn(stop.signal, 'throwIfAborted').mockImplementation(() => {
    checks += 1;
    if (checks === 4) throw new Error('stopped');
  });
  await expect(sumUpDaysBefore(store, nextDay, stop.signal)).rejects.toThrow('stopped');
  expect(await sumsOfTribes()).toMatchObject({ tribes: 200 });
  expect(await store.tribeDays.lastSummed()).toBeUndefined();
  await sumUpDaysBefore(store, nextDay, new AbortController().signal);
  expect(await store.tribeDays.lastSummed()).toBe(day);
  expect(await sumsOfTribes()).toEqual({ tribes: 240, posts: 270, people: 243 });
  await sql`truncate active_days`.execute(postgres.db);
  expect(await totals()).toEqual([total]);
});
