import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RawBuilder, sql } from 'kysely';
import { kitTables } from '../postgres/kit-tables.ts';
import {
  deleteInPortions,
  deletePortion,
  doInPortions,
  lockPortion,
  type Portion,
  updatePortion,
} from '../postgres/portions.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { sweepEach } from '../postgres/sweep.ts';
import type { TestStores } from '../testing/stores.ts';
import { type ProcessContext, startOverEmpty, type ThingsDb, thingsStores } from '../testing/things.ts';
import { until } from '../testing/until.ts';

const maxPerStatement = 1_000;
const outdated = 5_300;
const current = 40;
const isOutdated = sql`claimed_at < now() - interval '1 day'`;

let stores: TestStores;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;

beforeAll(async () => {
  stores = await thingsStores();
});
afterAll(() => stores.drop());
beforeEach(async () => {
  ({ ctx, postgres } = await startOverEmpty('things', stores));
  const add = (count: number, age: string) =>
    sql`insert into idempotency_keys (actor_id, route, key, step, body_hash, claimed_at)
      select 'ana', 'post /things', ${age} || n, 1, 'hash', now() - ${age}::interval
      from generate_series(1, ${count}) as n`.execute(postgres.db);
  await add(outdated, '2 days');
  await add(current, '2 hours');
});
afterEach(() => ctx.close());

/** Records the number of rows each statement deletes, by a trigger; returns a function that reads them. */
async function recordDeletions(): Promise<() => Promise<number[]>> {
  await sql`create table if not exists deletions (n serial, count integer)`.execute(postgres.db);
  await sql`truncate deletions`.execute(postgres.db);
  await sql`
    create or replace function note_deletion() returns trigger language plpgsql as $$ begin
      insert into deletions (count) select count(*) from deleted; return null;
    end $$`.execute(postgres.db);
  await sql`
    create or replace trigger note_deletion after delete on idempotency_keys
      referencing old table as deleted for each statement execute function note_deletion()`.execute(postgres.db);
  return async () => {
    const { rows } = await sql<{ count: number }>`select count from deletions order by n`.execute(postgres.db);
    return rows.map(({ count }) => count);
  };
}

const countKeys = async () =>
  (
    await kitTables(postgres.db)
      .selectFrom('idempotencyKeys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

const sweep = (signal: AbortSignal) =>
  deleteInPortions(kitTables(postgres.db), signal, { from: 'idempotencyKeys', where: isOutdated });

test('all expired rows are deleted, at most 1,000 per statement, and no others', async () => {
  const deletions = await recordDeletions();
  await sweep(new AbortController().signal);
  expect(Number(await countKeys())).toBe(current);
  const counts = await deletions();
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(outdated);
  expect(Math.max(...counts)).toBeLessThanOrEqual(maxPerStatement);
});

test('an abort ends a sweep between two statements, and the next sweep continues', async () => {
  const deletions = await recordDeletions();
  const stopping = new AbortController();
  let checks = 0;
  // Checked before each statement.
  const signal = Object.assign(stopping.signal, {
    throwIfAborted() {
      checks += 1;
      if (checks === 3) throw new Error('the process stops');
    },
  });
  await expect(sweep(signal)).rejects.toThrow('the process stops');
  expect(await deletions()).toHaveLength(2);
  await sweep(new AbortController().signal);
  expect(Number(await countKeys())).toBe(current);
});

test('a sweep skips locked rows and deletes them the next time', async () => {
  await postgres.transaction(async ({ db }) => {
    await sql`select from idempotency_keys where key = '2 days1' for update`.execute(db);
    await sweep(new AbortController().signal);
    expect(Number(await countKeys())).toBe(current + 1);
  });
  await sweep(new AbortController().signal);
  expect(Number(await countKeys())).toBe(current);
});

const mark = 'found outdated';
const deleteSome = (limit: number) =>
  deletePortion(kitTables(postgres.db), { from: 'idempotencyKeys', where: isOutdated, limit });
/** Marks up to `limit` expired rows. */
const changeSome = (limit: number) =>
  updatePortion(kitTables(postgres.db), {
    from: 'idempotencyKeys',
    where: sql`${isOutdated} and body_hash <> ${mark}`,
    set: sql`body_hash = ${mark}`,
    limit,
  });
const countFound = async () =>
  (await sql`select from idempotency_keys where body_hash = ${mark}`.execute(postgres.db)).rows.length;

/** Runs the portions while a transaction with an uncommitted `change` is open. */
async function runConcurrently(change: RawBuilder<unknown>, portion: Portion): Promise<void> {
  let working: Promise<void> | undefined;
  await postgres.transaction(async ({ db }) => {
    await change.execute(db);
    working = doInPortions(new AbortController().signal, portion);
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await waiting.execute(postgres.db)).rows.length > 0, 'it waits for the row');
  });
  await working;
}

const lockedRows = [
  ['unchanged', sql`select from idempotency_keys where key = '2 days1' for update`, outdated],
  ['changed', sql`update idempotency_keys set step = 2 where key like '2 days%'`, outdated],
  [
    'no longer matching',
    sql`update idempotency_keys set claimed_at = now() where key like '2 days%' and substr(key, 7)::integer <= 1500`,
    outdated - 1_500,
  ],
  [
    'no longer matching, while others match instead',
    sql`update idempotency_keys set claimed_at = now() - interval '2 days' * (key not like '2 days%')::integer`,
    current,
  ],
] as const;

test.each(lockedRows)(
  'all matching rows are deleted, even when another transaction locks rows that are then %s',
  async (_what, change, count) => {
    await runConcurrently(change, () => deleteSome(maxPerStatement));
    expect(Number(await countKeys())).toBe(outdated + current - count);
  },
);

test.each(lockedRows)(
  'all matching rows are changed, even when another transaction locks rows that are then %s',
  async (_what, change, count) => {
    await runConcurrently(change, () => changeSome(maxPerStatement));
    expect(await countFound()).toBe(count);
  },
);

describe('a portion that the database aborts as too slow', () => {
  /** Runs portions of which the first `count` are aborted; returns their sizes and the outcome. */
  async function abortFirst(count: number): Promise<{ sizes: number[]; outcome: unknown }> {
    const sizes: number[] = [];
    const working = doInPortions(new AbortController().signal, async (size) => {
      sizes.push(size);
      if (sizes.length <= count) throw Object.assign(new Error('canceling statement'), { code: '57014' });
      return 0;
    });
    const outcome: unknown = await working.catch((error: unknown) => error);
    return { sizes, outcome };
  }

  test('is repeated with half of the rows', async () => {
    expect(await abortFirst(2)).toEqual({ sizes: [100, 50, 25], outcome: undefined });
  });

  test('ends the work when it is the smallest one', async () => {
    expect(await abortFirst(9)).toEqual({ sizes: [100, 50, 25, 12, 10], outcome: new Error('canceling statement') });
  });
});

test('rows can be locked only in a transaction, because without one the lock would be released at once', async () => {
  const lock = lockPortion(kitTables(postgres.db), {
    from: 'idempotencyKeys',
    where: isOutdated,
    limit: maxPerStatement,
  });
  await expect(lock).rejects.toThrow('in a transaction');
});

test('a failing sweep does not prevent the others, and all failures are thrown at the end', async () => {
  const done: string[] = [];
  const fail = (name: string) => async () => {
    throw new Error(name);
  };
  const note = (name: string) => async () => void done.push(name);
  const swept = sweepEach(new AbortController().signal, [note('a'), fail('b'), note('c'), fail('d'), note('e')]);
  const failure: unknown = await swept.catch((error: unknown) => error);
  expect(done).toEqual(['a', 'c', 'e']);
  expect(failure).toMatchObject({ errors: [{ message: 'b' }, { message: 'd' }] });
});

test('no sweep starts once the process stops', async () => {
  const done: string[] = [];
  const stopping = new AbortController();
  const swept = sweepEach(stopping.signal, [
    async () => {
      done.push('a');
      stopping.abort(new Error('the process stops'));
    },
    async () => void done.push('b'),
  ]);
  await expect(swept).rejects.toThrow('the process stops');
  expect(done).toEqual(['a']);
});
