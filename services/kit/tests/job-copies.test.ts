import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { defineJob, type Job, job } from '../jobs/definition.ts';
import { type JobsOptions, startJobs } from '../jobs/worker.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { holderName, holdThing } from '../testing/job-process.ts';
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
const countThings = defineJob('countThings', { schedule: '* * * * *' });

let stores: TestStores;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  stores = await thingsStores();
});
afterAll(() => stores.drop());
beforeEach(async () => {
  ({ ctx, postgres } = await startOverEmpty('things', stores));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await ctx.close();
});

const hold = (name: string) => postgres.transaction((tx) => tx.enqueue(holdThing, { name }));
const isOver = (id: string) => until(async () => (await postgres.jobs.get(id)) === undefined, `job ${id} is over`);

async function startCopy(jobs: readonly Job[], options?: JobsOptions, url = stores.env.POSTGRES_URL) {
  const copy = processOf('things');
  startJobs(copy, (await openThings(copy, url)).jobStore, jobs, options);
  return copy;
}

const workers = async () =>
  (
    await postgres.db
      .selectNoFrom(sql<number>`(select count(*) from job_workers)`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Until when each copy counts as living. */
async function leases(): Promise<string[]> {
  const { rows } = await sql<{ until: string }>`select alive_until::text as until from job_workers`.execute(
    postgres.db,
  );
  return rows.map(({ until }) => until);
}

async function lastExecution(): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select last_execution as at from graphile_worker._private_known_crontabs`.execute(postgres.db);
  return rows[0]?.at.getTime() ?? 0;
}

async function hasHolder(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = ${holderName}`.execute(
    postgres.db,
  );
  return rows.length > 0;
}

/** How many statements wait for an advisory lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(postgres.db);
  return rows.length;
}

/** Takes jobs under a lease of an hour and never ends them; resolves when it has one. */
async function startHolder(...flags: string[]): Promise<ChildProcess> {
  const script = new URL('../testing/job-process.ts', import.meta.url).pathname;
  const options: JobsOptions = { leaseMs: hourMs, beatMs: 100 };
  const args = ['--no-warnings', ...flags, script, stores.env.POSTGRES_URL, JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** It dies, and its lease is over. What it asked for last may still prolong that, until its connections have ended. */
async function killHolder(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  await until(async () => !(await hasHolder()), 'the server has nothing left to do for it');
  await sql`update job_workers set alive_until = now() - interval '1 second' where alive_until > now() + interval '30 minutes'`.execute(
    postgres.db,
  );
}

test('the job of a process that was killed is taken over when its lease is over', async () => {
  const id = await hold('thing');
  const child = await startHolder();
  expect(await postgres.jobs.get(id)).toMatchObject({ state: 'running', attempts: 1 });
  await killHolder(child);
  const attempts: number[] = [];
  const finish = job(holdThing, async (_payload, { attempt }) => {
    attempts.push(attempt);
  });
  startJobs(ctx, postgres.jobStore, [finish], { leaseMs: hourMs / 4, beatMs: 100 });
  await isOver(id);
  expect(attempts).toEqual([2]);
});

test('a job whose process was killed in its last attempt has failed for good: it is told, counted, and what is left to do is done', async () => {
  const id = await postgres.transaction((tx) => tx.enqueue(holdThing, { name: 'thing' }, { maxAttempts: 1 }));
  await killHolder(await startHolder());
  const told: unknown[] = [];
  ctx.log.error = (...given: unknown[]) => void told.push(given);
  const done: string[] = [];
  const leftToDo = { onFailed: async ({ name }: { name: string }) => void done.push(name) };
  const work = job(holdThing, async () => void done.push('worked'), leftToDo);
  startJobs(ctx, postgres.jobStore, [work], { leaseMs: hourMs / 4, beatMs: 100 });
  await until(() => done.length > 0 && told.length > 0, 'it is told, and what is left to do is done');
  expect(done).toEqual(['thing']);
  expect(told).toEqual([[expect.objectContaining({ job: 'holdThing', id, attempt: 1 }), 'job failed for good']]);
  expect(await postgres.jobs.get(id)).toMatchObject({ state: 'failed', lastError: 'its process died' });
  expect(await ctx.metrics.registry.metrics()).toContain('job_failures_total{kind="holdThing",service="things"} 1');
});

test('the job of a copy that lives is left to it, however long it takes', async () => {
  await hold('thing');
  const child = await startHolder();
  const taken: string[] = [];
  const take = job(holdThing, async ({ name }) => void taken.push(name));
  startJobs(ctx, postgres.jobStore, [take], { leaseMs: hourMs / 4, beatMs: 100 });
  await until(async () => (await workers()) === 2, 'both are at work');
  for (let beat = 1; beat <= 5; beat++) {
    const before = await leases();
    // Each prolongs its own lease, and the second one looks for those that are over.
    await until(async () => (await leases()).every((lease) => !before.includes(lease)), `both have beaten: ${beat}`);
  }
  expect(taken).toEqual([]);
  await killHolder(child);
  await until(() => taken.length === 1, 'it is taken over');
});

test('a copy that stops lets its jobs end, and leaves to others what does not in time, as if it had not begun', async () => {
  const began: string[] = [];
  const work = job(holdThing, async ({ name }, { signal, attempt }) => {
    began.push(`${name} ${attempt}`);
    if (name === 'deaf') return new Promise(() => undefined);
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => (name === 'quick' ? resolve() : reject(signal.reason)));
    });
  });
  const deaf = await hold('deaf');
  const impatient = await startCopy([work], { concurrency: 1, stopMs: 1, libraryEndsMs: hourMs });
  await until(() => began.length === 1, 'the deaf one runs');
  const [quick, willing] = [await hold('quick'), await hold('willing')];
  const patient = await startCopy([work], { concurrency: 2, stopMs: hourMs });
  await until(() => began.length === 3, 'all three run');
  await patient.close();
  expect(await postgres.jobs.get(quick)).toBeUndefined();
  expect(await postgres.jobs.get(willing)).toMatchObject({ state: 'waiting', attempts: 0 });
  await impatient.close();
  expect(await postgres.jobs.get(deaf)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(began).toEqual(['deaf 1', expect.any(String), expect.any(String)]);
  const taken: string[] = [];
  const finish = job(holdThing, async ({ name }, { attempt }) => void taken.push(`${name} ${attempt}`));
  startJobs(ctx, postgres.jobStore, [finish]);
  await isOver(willing);
  await isOver(deaf);
  expect(taken.sort()).toEqual(['deaf 1', 'willing 1']);
});

test('a copy whose lease is slow to be written waits for it, and does not take it for lost', async () => {
  const key = 1;
  await sql`
    create or replace function wait_to_enter() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${sql.lit(key)}); return new; end'`.execute(postgres.db);
  await sql`
    create or replace trigger wait_to_enter before insert on job_workers
    for each row execute function wait_to_enter()`.execute(postgres.db);
  const told: unknown[] = [];
  ctx.log.warn = (...given: unknown[]) => void told.push(given.at(-1));
  const id = await hold('thing');
  await postgres.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${key})`.execute(db);
    startJobs(ctx, postgres.jobStore, [job(holdThing, async () => undefined)], { beatMs: 1 });
    await until(async () => (await waiting()) > 0, 'it waits to enter');
    // The copy beats far more often meanwhile.
    for (let asked = 1; asked <= 50; asked++) await sql`select`.execute(db);
  });
  await isOver(id);
  expect(told).toEqual([]);
  await sql`drop function wait_to_enter cascade`.execute(postgres.db);
});

test('what a schedule asks for is done once, however many copies there are', async () => {
  const done: string[] = [];
  const counting = (copy: string) => job(countThings, async () => void done.push(copy));
  // As if the service had missed the minute that began last: that is made up for.
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('countThings', now() - interval '1 day', date_trunc('minute', now()) - interval '1 minute')`.execute(
    postgres.db,
  );
  const began = await lastExecution();
  const copies = await Promise.all(['a', 'b'].map((name) => startCopy([counting(name)])));
  await until(async () => done.length > 0 && (await workers()) === 2, 'it is done, and both copies are at work');
  for (const copy of copies) await copy.close();
  const enqueued = done.length + (await postgres.jobs.list(countThings)).length;
  // One. Should a minute have begun meanwhile, one more, or the same once more where it still waited.
  const minutes = ((await lastExecution()) - began) / 60_000;
  expect([minutes, 1]).toContain(enqueued);
});

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
  await isOver(await hold('before'));
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
  await isOver(id);
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
  const failures = new Map<string, PromiseWithResolvers<void>>();
  const work = job(holdThing, async ({ name }, { attempt }) => {
    if (attempt > 1) return;
    const failure = Promise.withResolvers<void>();
    failures.set(name, failure);
    await failure.promise;
  });
  startJobs(copy, own.jobStore, [work], { leaseMs: 6_000, stopMs: hourMs });
  const names = ['first', 'second', 'third', 'fourth'];
  const ids = await Promise.all(names.map((name) => hold(name)));
  await until(() => failures.size === names.length, 'all of them run');
  server.hang();
  // Each failure is written by itself, and cannot be.
  for (const [index, name] of names.slice(0, 3).entries()) {
    failures.get(name)?.reject(new Error(`no luck with the ${name}`));
    await until(() => unwritten > index, 'that could not be written');
  }
  server.goOn();
  // The copy shows that it lives, but takes nothing more until it has ended and begun anew.
  const [fifth, before] = [await hold('fifth'), await leases()];
  await until(async () => (await leases()).every((lease) => !before.includes(lease)), 'the copy has beaten');
  expect(new Set(failures.keys())).toEqual(new Set(names));
  failures.get('fourth')?.reject(new Error('no luck with the fourth'));
  await until(() => failures.has('fifth'), 'the fifth one runs');
  failures.get('fifth')?.resolve();
  for (const id of [...ids, fifth]) await isOver(id);
  // It has nothing left to wait for.
  await copy.close();
  await server.close();
});

test('a copy asks its connections one thing at a time', async () => {
  await hold('thing');
  await startHolder('--throw-deprecation');
});
