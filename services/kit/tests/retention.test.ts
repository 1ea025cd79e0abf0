import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { expiriesOf, type Kept, type Retention } from '../core/retention.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { sweepEach, sweepsOf } from '../postgres/sweep.ts';
import type { TestStores } from '../testing/stores.ts';
import { startOverEmpty, type ThingsDb, thingsStores } from '../testing/things.ts';

const now = new Date('2026-03-10T12:00:00Z');
const { signal } = new AbortController();

let stores: TestStores | undefined;
let postgres: Postgres<ThingsDb>;

beforeEach(async () => {
  stores ??= await thingsStores();
  ({ postgres } = await startOverEmpty('things', stores));
});
afterAll(() => stores?.drop());

const keep = (things: Kept<keyof ThingsDb['things'] & string>): Retention<ThingsDb> => ({ things });
const sweep = (retention: Retention<ThingsDb>) => sweepEach(signal, sweepsOf(postgres.db, signal, retention, now));

async function add(day: string, count = 1): Promise<void> {
  await sql`insert into things (name, made_on) select 'cosa', ${day}::date from generate_series(1, ${count})`.execute(
    postgres.db,
  );
}

async function daysLeft(): Promise<string[]> {
  const rows = await postgres.db.selectFrom('things').select('madeOn').distinct().orderBy('madeOn').execute();
  return rows.map(({ madeOn }) => madeOn);
}

test('what is kept for some days is deleted when they are over, however much it is, and nothing sooner', async () => {
  await add('2026-03-07', 2_500);
  await add('2026-03-08');
  await add('2026-03-09');
  await sweep(keep({ days: 2, since: 'madeOn' }));
  expect(await daysLeft()).toEqual(['2026-03-09']);
});

test('what is kept until something happens, and what a job of its own deletes, is left alone', async () => {
  await add('2020-01-01');
  await sweep(keep({ until: 'somebody deletes it' }));
  await sweep(keep({ days: 2, since: 'madeOn', by: 'sweepThings' }));
  expect(await daysLeft()).toEqual(['2020-01-01']);
});

test('a part of a day is kept as such', () => {
  expect(expiriesOf({ leases: { days: 1 / 24, since: 'expiresAt' } })).toEqual([
    { name: 'leases', since: 'expiresAt', maxAgeMs: 3_600_000 },
  ]);
});

test('a table of which nothing is said, and a column that is none, do not compile', () => {
  // @ts-expect-error nothing is said of things
  const nothing: Retention<ThingsDb> = {};
  // @ts-expect-error things have no such column
  const another: Retention<ThingsDb> = keep({ days: 1, since: 'madeAt' });
  expect([nothing, another]).toHaveLength(2);
});
