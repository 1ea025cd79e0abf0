import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type DocumentRetention, listExpiries, type Retention, type RetentionRule } from '../core/retention.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { buildSweeps, sweepEach } from '../postgres/sweep.ts';
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

const retentionOf = (things: RetentionRule<keyof ThingsDb['things'] & string>): Retention<ThingsDb> => ({ things });
const sweep = (retention: Retention<ThingsDb>) => sweepEach(signal, buildSweeps(postgres.db, signal, retention, now));

async function add(day: string, count = 1): Promise<void> {
  await sql`insert into things (name, made_on) select 'cosa', ${day}::date from generate_series(1, ${count})`.execute(
    postgres.db,
  );
}

async function daysLeft(): Promise<string[]> {
  const rows = await postgres.db.selectFrom('things').select('madeOn').distinct().orderBy('madeOn').execute();
  return rows.map(({ madeOn }) => madeOn);
}

test('rows with a retention in days are deleted when they expire, in any number, and not before', async () => {
  await add('2026-03-07', 2_500);
  await add('2026-03-08');
  await add('2026-03-09');
  await sweep(retentionOf({ days: 2, since: 'madeOn' }));
  expect(await daysLeft()).toEqual(['2026-03-09']);
});

test('a sweep skips tables with a retention until an event, and those with their own deletion job', async () => {
  await add('2020-01-01');
  await sweep(retentionOf({ until: 'a user deletes it' }));
  await sweep(retentionOf({ days: 2, since: 'madeOn', by: 'sweepThings' }));
  expect(await daysLeft()).toEqual(['2020-01-01']);
});

test('a retention can be a fraction of a day', () => {
  expect(listExpiries({ leases: { days: 1 / 24, since: 'expiresAt' } })).toEqual([
    { name: 'leases', since: 'expiresAt', maxAgeMs: 3_600_000 },
  ]);
});

test('a missing table or an unknown column in a retention does not compile', () => {
  // @ts-expect-error things is missing
  const nothing: Retention<ThingsDb> = {};
  // @ts-expect-error things has no such column
  const another: Retention<ThingsDb> = retentionOf({ days: 1, since: 'madeAt' });
  expect([nothing, another]).toHaveLength(2);
});

test('a missing collection, an unknown field or one without a date in a retention of documents does not compile', () => {
  type Documents = { codes: { _id: string; uses: number; madeAt: Date } };
  // @ts-expect-error codes is missing
  const nothing: DocumentRetention<Documents> = {};
  // @ts-expect-error codes has no such field
  const unknown: DocumentRetention<Documents> = { codes: { days: 1, since: 'madeOn' } };
  // @ts-expect-error a number never expires
  const number: DocumentRetention<Documents> = { codes: { days: 1, since: 'uses' } };
  const valid: DocumentRetention<Documents> = { codes: { days: 1, since: 'madeAt' } };
  expect([nothing, unknown, number, valid]).toHaveLength(4);
});
