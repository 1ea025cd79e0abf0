import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type pg from 'pg';
import { hourMs } from '../core/durations.ts';
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
import { activeTimers, becomes, until } from '../testing/until.ts';

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

test('jobs continue after an outage of the database, which is logged once', async () => {
  const server = new LateServer(stores.env.POSTGRES_URL, 0);
  await server.come();
  const replica = processOf('things');
  const lines: string[] = [];
  const own = await openThings(replica, server.url);
  for (const level of ['warn', 'error'] as const)
    replica.log[level] = (...args: unknown[]) => void lines.push(String(args.at(-1)));
  const done: string[] = [];
  startJobs(replica, own.jobStore, [job(holdThing, async ({ name }) => void done.push(name))], { leaseMs: 2_000 });
  await isOver(postgres, await hold('before'));
  await server.close();
  await until(() => lines.length > 0, 'the outage is noticed');
  await hold('meanwhile');
  await server.come();
  await until(() => done.length === 2, 'jobs continue');
  expect(done).toEqual(['before', 'meanwhile']);
  expect(lines.filter((line) => line.includes('periodic task')).length).toBeLessThanOrEqual(2);
  expect(lines.length).toBeLessThan(10);
  await replica.close();
  await server.close();
});

test('a replica stops in order if the connection on which it listens for jobs breaks meanwhile', async () => {
  const replica = processOf('things');
  const own = await openThings(replica, stores.env.POSTGRES_URL);
  const listening = Promise.withResolvers<pg.PoolClient>();
  own.jobStore.pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      if (String(args[0]).startsWith('LISTEN')) {
        client.query = query as typeof client.query;
        // Later statements of this connection wait for this one.
        client.query('select pg_advisory_lock(1)').catch(() => undefined);
        listening.resolve(client);
      }
      return query(...args);
    }) as typeof client.query;
  });
  await postgres.db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(1)`.execute(holder);
    startJobs(replica, own.jobStore, [job(holdThing, async () => undefined)]);
    const client = await listening.promise;
    const isStopped = replica.close();
    await until(() => client.listenerCount('notification') === 0, 'the replica no longer listens');
    await until(async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_locks
        join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`.execute(holder);
      return rows.length > 0;
    }, 'its connection is broken');
    await isStopped;
    await sql`select pg_advisory_unlock(1)`.execute(holder);
  });
});

test('a stopped replica leaves no timers of the jobs that have just failed', async () => {
  const before = activeTimers();
  const replica = processOf('things');
  const own = await openThings(replica, stores.env.POSTGRES_URL);
  const fail = async () => {
    throw new Error('cannot be held');
  };
  startJobs(replica, own.jobStore, [job(holdThing, fail)], { concurrency: 20 });
  await Promise.all(Array.from({ length: 20 }, (_, index) => hold(`thing ${index}`)));
  await becomes(replica, 'job_failures_total', 20);
  await replica.close();
  // Other timers of this process come and go; one for each failure would be 20 more.
  expect(activeTimers() - before).toBeLessThan(10);
});

test('a job that ends during an outage of the database is not lost: it runs again afterwards', async () => {
  const server = new LateServer(stores.env.POSTGRES_URL, 0);
  await server.come();
  const replica = processOf('things');
  const own = await openThings(replica, server.url);
  const failing: unknown[] = [];
  replica.log.warn = (...[args]: unknown[]) => void failing.push(args);
  const release = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const work = job(holdThing, async (_payload, { attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) await release.promise;
  });
  startJobs(replica, own.jobStore, [work], { leaseMs: 2_000 });
  const id = await hold('thing');
  await until(() => attempts.length === 1, 'it runs');
  await server.close();
  release.resolve();
  // The library has stopped and could not be restarted.
  const workerIsDown = expect.objectContaining({ what: 'job worker' });
  await until(() => failing.some((args) => workerIsDown.asymmetricMatch(args)), 'the worker is down');
  await server.come();
  await isOver(postgres, id);
  expect(attempts).toEqual([1, 2]);
  await replica.close();
  await server.close();
});

test('several jobs that fail while the database hangs are done when it responds again, and the replica can stop', async () => {
  const server = new LateServer(stores.env.POSTGRES_URL, 0);
  await server.come();
  const replica = processOf('things', undefined, 1);
  const own = await openThings(replica, server.url);
  let unwritten = 0;
  replica.log.debug = (...args: unknown[]) => {
    if (String(args.at(-1)).includes('Failed to fail jobs')) unwritten += 1;
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
  startJobs(replica, own.jobStore, [work], { leaseMs: 6_000, stopMs: hourMs });
  const ids = await Promise.all(names.map((name) => hold(name)));
  await until(() => failures.size === names.length, 'all of them run');
  server.hang();
  // Each failure is written separately, and each write fails.
  for (const [index, name] of names.slice(0, 3).entries()) {
    failures.get(name)?.reject(new Error(`no luck with the ${name}`));
    await until(() => unwritten > index, 'the failure could not be written');
  }
  // An abandoned query for a job is executed when the database responds again, and takes this one.
  ids.push(await hold('taken by an abandoned query'));
  server.goOn();
  // The replica prolongs its lease, but starts no job until it has restarted its runner.
  ids.push(await hold('later'));
  const before = await leasesIn(postgres);
  await until(
    async () => (await leasesIn(postgres)).every((lease) => !before.includes(lease)),
    'the replica has prolonged its lease',
  );
  expect(others.size).toBe(0);
  failures.get('fourth')?.reject(new Error('no luck with the fourth'));
  for (const id of ids) await isOver(postgres, id);
  expect([...others].sort()).toEqual(['later', 'taken by an abandoned query']);
  await replica.close();
  await server.close();
});
