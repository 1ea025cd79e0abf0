import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Actor, serviceActor, userActor, visitorActor } from '../core/actor.ts';
import { currentRequest, runInContext } from '../core/request-context.ts';
import { ActorBulkheads } from '../postgres/actor-bulkheads.ts';
import type { Postgres } from '../postgres/postgres.ts';
import type { TestStores } from '../testing/stores.ts';
import { openThings, type ProcessContext, processOf, type ThingsDb, thingsStores } from '../testing/things.ts';
import { until } from '../testing/until.ts';

let stores: TestStores;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;

beforeAll(async () => {
  stores = await thingsStores();
  ctx = processOf('things');
  postgres = await openThings(ctx, stores.env.POSTGRES_URL);
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

const ana = userActor('ana');
const requests = Array.from({ length: 20 }, (_, index) => `request ${index}`);

const as = <T>(actor: Actor, work: () => Promise<T>, more: { requestId?: string; deadline?: number } = {}) =>
  runInContext({ requestId: 'r', deadline: Number.POSITIVE_INFINITY, ...more, actor }, work);

/** Runs `act` while the actor has many transactions; resolves to the context in which each of them ran. */
async function duringTransactions(actor: Actor, act: (open: { count: number }) => Promise<void>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const open = { count: 0 };
  const work = async () => {
    open.count += 1;
    await released;
    return currentRequest()?.requestId;
  };
  const done = requests.map((requestId) => as(actor, () => postgres.transaction(work), { requestId }));
  try {
    await until(() => open.count >= 3, 'some transactions are open');
    await act(open);
  } finally {
    release();
  }
  return Promise.all(done);
}

test.each([
  ['a user', ana],
  ['an address without a session', visitorActor('es', 'address')],
])('many transactions of %s leave connections for other users', async (_who, actor) => {
  const ran = await duringTransactions(actor, async (open) => {
    for (const other of [userActor('beto'), visitorActor('es', 'other'), serviceActor('tribes')])
      expect(await as(other, () => postgres.transaction(async () => 'done'))).toBe('done');
    expect(open.count).toBe(3);
  });
  // Also a queued transaction runs in the context of its own request.
  expect(ran).toEqual(requests);
});

test('a transaction within a transaction does not wait for a slot', async () => {
  const nested = () => postgres.transaction(() => postgres.transaction(async () => 'inner'));
  expect(await Promise.all(Array.from({ length: 4 }, () => as(ana, nested)))).toEqual(Array(4).fill('inner'));
});

test('work whose wait was too long, or whose deadline has passed, is refused and not run', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const impatient = new ActorBulkheads(1, -1);
  const running = as(ana, () => impatient.execute(() => released));
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const tooLate = as(ana, () => impatient.execute(run), { deadline: Date.now() });
  const tooLong = as(ana, () => impatient.execute(run));
  release();
  await expect(tooLate).rejects.toMatchObject({ code: 'timeout' });
  await expect(tooLong).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 });
  await running;
  expect(runs).toBe(0);
});

test('during an outage waiting work fails with the work that tried, and later work and other users try', async () => {
  const { promise: response, reject: giveUp } = Promise.withResolvers<void>();
  const bulkheads = new ActorBulkheads(1, 1_000_000);
  const tried: string[] = [];
  const run = (name: string, actor: Actor, until = Promise.resolve()) =>
    as(actor, () =>
      bulkheads.execute(async () => {
        tried.push(name);
        await until;
      }),
    );
  const running = run('first', ana, response);
  const waiting = [run('second', ana), run('third', ana)];
  const other = run(
    'running of another user',
    userActor('beto'),
    response.catch(() => undefined),
  );
  const waitingOfOther = run('waiting of another user', userActor('beto'));
  const outage = Object.assign(new Error('no response'), { code: 'ETIMEDOUT' });
  giveUp(outage);
  const outcomes = await Promise.allSettled([running, ...waiting]);
  expect(outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: outage }));
  await Promise.all([other, waitingOfOther]);
  await run('later', ana);
  expect(tried).toEqual(['first', 'running of another user', 'waiting of another user', 'later']);
});

test('nothing is stored for an actor without transactions', async () => {
  const byActor = new Map();
  const bulkheads = new ActorBulkheads(2, 1_000, byActor);
  const work = () => Promise.reject(new Error('no'));
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => as(ana, () => bulkheads.execute(work))));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(byActor.size).toBe(0);
});
