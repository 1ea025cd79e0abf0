import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Actor, userActor, visitorActor } from '../core/actor.ts';
import { runInContext } from '../core/request-context.ts';
import { kitRetention, kitTables } from '../postgres/kit-tables.ts';
import type { Postgres, Tx } from '../postgres/postgres.ts';
import { sweepEach, sweepsOf } from '../postgres/sweep.ts';
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

interface Asked {
  key: string;
  body?: string;
  actor?: Actor;
  visitorsMayRepeat?: true;
}

/** One request to a route that answers with what `work` gives. */
const request = <T>({ key, body = 'body', actor = ana, ...route }: Asked, work: () => Promise<T>): Promise<T> => {
  const idempotency = { key, route: 'post /things', bodyHash: body, ...route };
  return runInContext({ requestId: 'r', actor, deadline: Number.POSITIVE_INFINITY, idempotency }, work);
};

const make = async (tx: Tx<ThingsDb>, name: string) => {
  tx.emit(ThingMade, { name });
  return tx.db.insertInto('things').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow();
};

const makeOnce = (asked: Asked, name = asked.key) =>
  request(asked, () => postgres.transaction(async (tx) => ({ ...(await make(tx, name)), at: ctx.clock.now() })));

const countOf = async (name: string) => (await thingsIn(postgres)).filter((one) => one === name).length;

const emittedBy = async (name: string) => {
  const rows = await kitTables(postgres.db).selectFrom('outbox').select('payload').execute();
  return rows.filter((row) => Buffer.from(row.payload).toString() === JSON.stringify({ name })).length;
};

test('the same key gives the same result once under 20 parallel requests', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => makeOnce({ key: 'parallel' })));
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.at.toISOString()))).toEqual(new Set([clock.now().toISOString()]));
  expect(await countOf('parallel')).toBe(1);
  expect(await emittedBy('parallel')).toBe(1);
});

test('the same key with another body is a conflict', async () => {
  await makeOnce({ key: 'conflict', body: 'one' });
  await expect(makeOnce({ key: 'conflict', body: 'two' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  expect(await countOf('conflict')).toBe(1);
});

test('the key of another person is another key', async () => {
  await makeOnce({ key: 'shared' });
  await makeOnce({ key: 'shared', actor: userActor('bo') });
  expect(await countOf('shared')).toBe(2);
});

test('visitors cannot be told apart, so their keys count for nothing', async () => {
  await makeOnce({ key: 'visitor', actor: visitorActor() });
  await makeOnce({ key: 'visitor', actor: visitorActor() });
  expect(await countOf('visitor')).toBe(2);
});

test('where a route says so the key of a visitor counts, wherever the visitor is', async () => {
  const from = (address: string) =>
    makeOnce({ key: 'open', actor: visitorActor('es', address), visitorsMayRepeat: true });
  expect((await from('wifi')).id).toBe((await from('mobile')).id);
  await makeOnce({ key: 'open', visitorsMayRepeat: true });
  expect(await countOf('open')).toBe(2);
});

test('a request that failed may be repeated with its key', async () => {
  const failing = request({ key: 'failed' }, () =>
    postgres.transaction(async (tx) => {
      await make(tx, 'failed');
      throw new Error('on the way');
    }),
  );
  await expect(failing).rejects.toThrow('on the way');
  await makeOnce({ key: 'failed' });
  expect(await countOf('failed')).toBe(1);
});

test('a request of two transactions that broke off between them is finished, not done twice', async () => {
  const ask = (breaksOff: boolean) =>
    request({ key: 'two steps' }, async () => {
      const first = await postgres.transaction((tx) => make(tx, 'step one'));
      if (breaksOff) throw new Error('killed');
      const second = await postgres.transaction((tx) => make(tx, 'step two'));
      return [first.name, second.name];
    });
  await expect(ask(true)).rejects.toThrow('killed');
  expect(await ask(false)).toEqual(['step one', 'step two']);
  expect(await ask(false)).toEqual(['step one', 'step two']);
  expect([await countOf('step one'), await countOf('step two')]).toEqual([1, 1]);
});

test('a key is kept for a day', async () => {
  await makeOnce({ key: 'old' });
  clock.advance(23 * 60 * 60 * 1000);
  await makeOnce({ key: 'old' });
  expect(await countOf('old')).toBe(1);
  clock.advance(2 * 60 * 60 * 1000);
  await makeOnce({ key: 'old' });
  expect(await countOf('old')).toBe(2);
});

test('keys whose day is over are swept', async () => {
  await makeOnce({ key: 'swept' });
  clock.advance(25 * 60 * 60 * 1000);
  const { signal } = new AbortController();
  await sweepEach(signal, sweepsOf(kitTables(postgres.db), signal, kitRetention, clock.now()));
  const { count } = await kitTables(postgres.db)
    .selectFrom('idempotencyKeys')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});
