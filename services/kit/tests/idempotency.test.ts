import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Actor, userActor, visitorActor } from '../core/actor.ts';
import { hourMs } from '../core/durations.ts';
import { runInContext } from '../core/request-context.ts';
import { kitRetention, kitTables } from '../postgres/kit-tables.ts';
import type { Postgres, Tx } from '../postgres/postgres.ts';
import { buildSweeps, sweepEach } from '../postgres/sweep.ts';
import { TestClock } from '../testing/service.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  openThings,
  type ProcessContext,
  processOf,
  ThingMade,
  type ThingsDb,
  thingsIn,
  thingsStores,
} from '../testing/things.ts';

let stores: TestStores;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;
const clock = new TestClock();
const ana = userActor('ana');

beforeAll(async () => {
  stores = await thingsStores();
  ctx = processOf('things', clock);
  postgres = await openThings(ctx, stores.env.POSTGRES_URL);
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

interface RequestOptions {
  key: string;
  body?: string;
  actor?: Actor;
  visitorsMayRepeat?: true;
}

/** Runs `work` in a request with an idempotency key. */
const request = <T>(
  { key, body = 'body', actor = ana, ...route }: RequestOptions,
  work: () => Promise<T>,
): Promise<T> => {
  const idempotency = { key, route: 'post /things', bodyHash: body, ...route };
  return runInContext({ requestId: 'r', actor, deadline: Number.POSITIVE_INFINITY, idempotency }, work);
};

const make = async (tx: Tx<ThingsDb>, name: string) => {
  tx.emit(ThingMade, { name });
  return tx.db.insertInto('things').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow();
};

const makeOnce = (options: RequestOptions, name = options.key) =>
  request(options, () => postgres.transaction(async (tx) => ({ ...(await make(tx, name)), at: ctx.clock.now() })));

const countOf = async (name: string) => (await thingsIn(postgres)).filter((one) => one === name).length;

const emittedBy = async (name: string) => {
  const rows = await kitTables(postgres.db).selectFrom('outbox').select('payload').execute();
  return rows.filter((row) => Buffer.from(row.payload).toString() === JSON.stringify({ name })).length;
};

test('twenty concurrent requests with the same key are applied once and get the same result', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => makeOnce({ key: 'parallel' })));
  expect(new Set(results.map((result) => result.id)).size).toBe(1);
  expect(new Set(results.map((result) => result.at.toISOString()))).toEqual(new Set([clock.now().toISOString()]));
  expect(await countOf('parallel')).toBe(1);
  expect(await emittedBy('parallel')).toBe(1);
});

test('the same key with a different body is a conflict', async () => {
  await makeOnce({ key: 'conflict', body: 'one' });
  await expect(makeOnce({ key: 'conflict', body: 'two' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  expect(await countOf('conflict')).toBe(1);
});

test('the same key of another user is independent', async () => {
  await makeOnce({ key: 'shared' });
  await makeOnce({ key: 'shared', actor: userActor('bo') });
  expect(await countOf('shared')).toBe(2);
});

test('keys of visitors are ignored, because visitors cannot be distinguished', async () => {
  await makeOnce({ key: 'visitor', actor: visitorActor() });
  await makeOnce({ key: 'visitor', actor: visitorActor() });
  expect(await countOf('visitor')).toBe(2);
});

test('the key of a visitor counts from any address where a route allows it', async () => {
  const from = (address: string) =>
    makeOnce({ key: 'open', actor: visitorActor('es', address), visitorsMayRepeat: true });
  expect((await from('wifi')).id).toBe((await from('mobile')).id);
  await makeOnce({ key: 'open', visitorsMayRepeat: true });
  expect(await countOf('open')).toBe(2);
});

test('a failed request can be retried with its key', async () => {
  const failing = request({ key: 'failed' }, () =>
    postgres.transaction(async (tx) => {
      await make(tx, 'failed');
      throw new Error('failure');
    }),
  );
  await expect(failing).rejects.toThrow('failure');
  await makeOnce({ key: 'failed' });
  expect(await countOf('failed')).toBe(1);
});

test('the retry of a request that failed between its two transactions runs only the second', async () => {
  const runTwoSteps = (failsBetween: boolean) =>
    request({ key: 'two steps' }, async () => {
      const first = await postgres.transaction((tx) => make(tx, 'step one'));
      if (failsBetween) throw new Error('killed');
      const second = await postgres.transaction((tx) => make(tx, 'step two'));
      return [first.name, second.name];
    });
  await expect(runTwoSteps(true)).rejects.toThrow('killed');
  expect(await runTwoSteps(false)).toEqual(['step one', 'step two']);
  expect(await runTwoSteps(false)).toEqual(['step one', 'step two']);
  expect([await countOf('step one'), await countOf('step two')]).toEqual([1, 1]);
});

test('a key is valid for a day', async () => {
  await makeOnce({ key: 'old' });
  clock.advance(23 * hourMs);
  await makeOnce({ key: 'old' });
  expect(await countOf('old')).toBe(1);
  clock.advance(2 * hourMs);
  await makeOnce({ key: 'old' });
  expect(await countOf('old')).toBe(2);
});

test('expired keys are deleted', async () => {
  await makeOnce({ key: 'swept' });
  clock.advance(25 * hourMs);
  const { signal } = new AbortController();
  await sweepEach(signal, buildSweeps(kitTables(postgres.db), signal, kitRetention, clock.now()));
  const { count } = await kitTables(postgres.db)
    .selectFrom('idempotencyKeys')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});
