import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { job } from '../jobs/definition.ts';
import { startJobs } from '../jobs/worker.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { holdThing } from '../testing/job-process.ts';
import { isOver, leasesIn } from '../testing/jobs.ts';
import { LateServer } from '../testing/late-server.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  openThings,
  type ProcessContext,
  processOf,
  startOverEmpty,
  type ThingsDb,
  thingsStores,
} from '../testing/things.ts';
import { until } from '../testing/until.ts';

const hourMs = 3_600_000;

let stores: TestStores;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;

beforeAll(async () => {
  stores = await thingsStores();
});
afterAll(() => stores.drop());
beforeEach(async () => {
  ({ ctx, postgres } = await startOverEmpty('things', stores));
});
afterEach(() => ctx.close());

const hold = (name: string) => postgres.transaction((tx) => tx.enqueue(holdThing, { name }));

test('when the database comes back jobs go on, and the outage is told once', async () => {
  const server = new LateServer(stores.env.POSTGRES_URL, 0);
  await server.come();
  const copy = processOf('things');
  const lines: string[] = [];
  const own = await openThings(copy, server.url);
  for (const level of ['warn', 'error'] as const)
    copy.log[level] = (...given: unknown[]) => void lines.push(String(given.at(-1)));
  const done: string[] = [];
  startJobs(copy, own.jobStore, [job(holdThing, async ({ name }) => void done.push(name))], { leaseMs: 2_000 });
  await isOver(postgres, await hold('before'));
  await server.close();
  await until(() => lines.length > 0, 'the outage is noticed');
  await hold('meanwhile');
  await server.come();
  await until(() => done.length === 2, 'jobs go on');
  expect(done).toEqual(['before', 'meanwhile']);
  expect(lines.filter((line) => line.includes('periodic task')).length).toBeLessThanOrEqual(2);
  expect(lines.length).toBeLessThan(10);
  await copy.close();
  await server.close();
});

test('a job that ends while the database is away is not lost: it runs again when that is back', async () => {
  const server = new LateServer(stores.env.POSTGRES_URL, 0);
  await server.come();
  const copy = processOf('things');
  const own = await openThings(copy, server.url);
  const failing: unknown[] = [];
  copy.log.warn = (...[told]: unknown[]) => void failing.push(told);
  const goOn = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const work = job(holdThing, async (_payload, { attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) await goOn.promise;
  });
  startJobs(copy, own.jobStore, [work], { leaseMs: 2_000 });
  const id = await hold('thing');
  await until(() => attempts.length === 1, 'it runs');
  await server.close();
  goOn.resolve();
  // The library has given up, and could not be started again.
  const workerIsDown = expect.objectContaining({ what: 'worker of jobs' });
  await until(() => failing.some((told) => workerIsDown.asymmetricMatch(told)), 'the worker is down');
  await server.come();
  await isOver(postgres, id);
  expect(attempts).toEqual([1, 2]);
  await copy.close();
  await server.close();
});

test('several jobs that fail while the database says nothing are done when it answers again, and the copy can stop', async () => {
  const server = new LateServer(stores.env.POSTGRES_URL, 0);
  await server.come();
  const copy = processOf('things', undefined, 1);
  const own = await openThings(copy, server.url);
  let unwritten = 0;
  copy.log.debug = (...told: unknown[]) => {
    if (String(told.at(-1)).includes('Failed to fail jobs')) unwritten += 1;
  };
  const names = ['first', 'second', 'third', 'fourth'];
  const failures = new Map<string, PromiseWithResolvers<void>>();
  const others = new Set<string>();
  const work = job(holdThing, async ({ name }, { attempt }) => {
    if (!names.includes(name)) others.add(name);
    if (attempt > 1 || !names.includes(name)) return;
    const failure = Promise.withResolvers<void>();
    failures.set(name, failure);
    await failure.promise;
  });
  startJobs(copy, own.jobStore, [work], { leaseMs: 6_000, stopMs: hourMs });
  const ids = await Promise.all(names.map((name) => hold(name)));
  await until(() => failures.size === names.length, 'all of them run');
  server.hang();
  // Each failure is written by itself, and cannot be.
  for (const [index, name] of names.slice(0, 3).entries()) {
    failures.get(name)?.reject(new Error(`no luck with the ${name}`));
    await until(() => unwritten > index, 'that could not be written');
  }
  // A look for a job that nobody waits for any more arrives when the database answers again, and takes this one.
  ids.push(await hold('taken for nobody'));
  server.goOn();
  // The copy shows that it lives, but begins nothing more until it has ended and begun anew.
  ids.push(await hold('later'));
  const before = await leasesIn(postgres);
  await until(async () => (await leasesIn(postgres)).every((lease) => !before.includes(lease)), 'the copy has beaten');
  expect(others.size).toBe(0);
  failures.get('fourth')?.reject(new Error('no luck with the fourth'));
  for (const id of ids) await isOver(postgres, id);
  expect([...others].sort()).toEqual(['later', 'taken for nobody']);
  // It has nothing left to wait for.
  await copy.close();
  await server.close();
});
