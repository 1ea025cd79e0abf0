import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { hourMs } from '../core/durations.ts';
import { defineJob, type Job, job } from '../jobs/definition.ts';
import { type JobsOptions, startJobs } from '../jobs/worker.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { holderName, holdThing } from '../testing/job-process.ts';
import { isOver, leasesIn } from '../testing/jobs.ts';
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

async function startReplica(jobs: readonly Job[], options?: JobsOptions) {
  const replica = processOf('things');
  startJobs(replica, (await openThings(replica, stores.env.POSTGRES_URL)).jobStore, jobs, options);
  return replica;
}

const workers = async () =>
  (
    await postgres.db
      .selectNoFrom(sql<number>`(select count(*) from job_workers)`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;

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

/** Number of statements that wait for an advisory lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(postgres.db);
  return rows.length;
}

/** Starts a process that takes jobs under a lease of an hour and never ends them; resolves when it has one. */
async function startHolder(...flags: string[]): Promise<ChildProcess> {
  const script = new URL('../testing/job-process.ts', import.meta.url).pathname;
  const options: JobsOptions = { leaseMs: hourMs, beatMs: 100 };
  const args = ['--no-warnings', ...flags, script, stores.env.POSTGRES_URL, JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** Kills the process and ends its lease, after its connections, whose last statement might prolong the lease. */
async function killHolder(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  await until(async () => !(await hasHolder()), 'the server has closed its connections');
  await sql`update job_workers set alive_until = now() - interval '1 second' where alive_until > now() + interval '30 minutes'`.execute(
    postgres.db,
  );
}

test('the job of a process that was killed is taken over when its lease expires', async () => {
  const id = await hold('thing');
  const child = await startHolder();
  expect(await postgres.jobs.get(id)).toMatchObject({ state: 'running', attempts: 1 });
  await killHolder(child);
  const attempts: number[] = [];
  const finish = job(holdThing, async (_payload, { attempt }) => {
    attempts.push(attempt);
  });
  startJobs(ctx, postgres.jobStore, [finish], { leaseMs: hourMs / 4, beatMs: 100 });
  await isOver(postgres, id);
  expect(attempts).toEqual([2]);
});

test('a job whose process was killed in its last attempt has failed for good: it is logged and counted, and onFailed runs', async () => {
  const id = await postgres.transaction((tx) => tx.enqueue(holdThing, { name: 'thing' }, { maxAttempts: 1 }));
  await killHolder(await startHolder());
  const logged: unknown[] = [];
  ctx.log.error = (...args: unknown[]) => void logged.push(args);
  const done: string[] = [];
  const options = { onFailed: async ({ name }: { name: string }) => void done.push(name) };
  const work = job(holdThing, async () => void done.push('worked'), options);
  startJobs(ctx, postgres.jobStore, [work], { leaseMs: hourMs / 4, beatMs: 100 });
  await until(() => done.length > 0 && logged.length > 0, 'it is logged, and onFailed ran');
  expect(done).toEqual(['thing']);
  expect(logged).toEqual([
    [expect.objectContaining({ job: 'holdThing', id, attempt: 1 }), 'job failed; not retried: no attempts left'],
  ]);
  expect(await postgres.jobs.get(id)).toMatchObject({ state: 'failed', lastError: 'its process died' });
  expect(await ctx.metrics.registry.metrics()).toContain('job_failures_total{kind="holdThing",service="things"} 1');
});

test('a long job of a live replica is never taken over', async () => {
  await hold('thing');
  const child = await startHolder();
  const taken: string[] = [];
  const take = job(holdThing, async ({ name }) => void taken.push(name));
  startJobs(ctx, postgres.jobStore, [take], { leaseMs: hourMs / 4, beatMs: 100 });
  await until(async () => (await workers()) === 2, 'both are running');
  for (let beat = 1; beat <= 5; beat++) {
    const before = await leasesIn(postgres);
    // Each prolongs its own lease, and the second one checks for expired ones.
    await until(
      async () => (await leasesIn(postgres)).every((lease) => !before.includes(lease)),
      `both have prolonged their leases: ${beat}`,
    );
  }
  expect(taken).toEqual([]);
  await killHolder(child);
  await until(() => taken.length === 1, 'it is taken over');
});

test('a stopping replica lets its jobs end, and releases those that do not end in time without counting the attempt', async () => {
  const started: string[] = [];
  const work = job(holdThing, async ({ name }, { signal, attempt }) => {
    started.push(`${name} ${attempt}`);
    if (name === 'stuck') return new Promise(() => undefined);
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => (name === 'cooperative' ? resolve() : reject(signal.reason)));
    });
  });
  const stuck = await hold('stuck');
  const impatient = await startReplica([work], { concurrency: 1, stopMs: 1, libraryEndsMs: hourMs });
  await until(() => started.length === 1, 'the stuck one runs');
  const [cooperative, abortable] = [await hold('cooperative'), await hold('abortable')];
  const patient = await startReplica([work], { concurrency: 2, stopMs: hourMs });
  await until(() => started.length === 3, 'all three run');
  await patient.close();
  expect(await postgres.jobs.get(cooperative)).toBeUndefined();
  expect(await postgres.jobs.get(abortable)).toMatchObject({ state: 'waiting', attempts: 0 });
  await impatient.close();
  expect(await postgres.jobs.get(stuck)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(started).toEqual(['stuck 1', expect.any(String), expect.any(String)]);
  const taken: string[] = [];
  const finish = job(holdThing, async ({ name }, { attempt }) => void taken.push(`${name} ${attempt}`));
  startJobs(ctx, postgres.jobStore, [finish]);
  await isOver(postgres, abortable);
  await isOver(postgres, stuck);
  expect(taken.sort()).toEqual(['abortable 1', 'stuck 1']);
});

test('a replica whose lease is slow to be written waits for it and does not treat it as lost', async () => {
  const key = 1;
  await sql`
    create or replace function wait_to_enter() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${sql.lit(key)}); return new; end'`.execute(postgres.db);
  await sql`
    create or replace trigger wait_to_enter before insert on job_workers
    for each row execute function wait_to_enter()`.execute(postgres.db);
  const logged: unknown[] = [];
  ctx.log.warn = (...args: unknown[]) => void logged.push(args.at(-1));
  const id = await hold('thing');
  await postgres.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${key})`.execute(db);
    startJobs(ctx, postgres.jobStore, [job(holdThing, async () => undefined)], { beatMs: 1 });
    await until(async () => (await waiting()) > 0, 'it waits for its lease');
    // Meanwhile the replica sends many more heartbeats.
    for (let query = 1; query <= 50; query++) await sql`select`.execute(db);
  });
  await isOver(postgres, id);
  expect(logged).toEqual([]);
  await sql`drop function wait_to_enter cascade`.execute(postgres.db);
});

test('a scheduled job runs once with several replicas', async () => {
  const done: string[] = [];
  const counting = (replica: string) => job(countThings, async () => void done.push(replica));
  // Simulates that the service missed the current minute, which is made up for.
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('countThings', now() - interval '1 day', date_trunc('minute', now()) - interval '1 minute')`.execute(
    postgres.db,
  );
  const started = await lastExecution();
  const replicas = await Promise.all(['a', 'b'].map((name) => startReplica([counting(name)])));
  await until(async () => done.length > 0 && (await workers()) === 2, 'it is done, and both replicas are running');
  for (const replica of replicas) await replica.close();
  const enqueued = done.length + (await postgres.jobs.list(countThings)).length;
  // One. If a minute began meanwhile, one more, or the same one again if it was still waiting.
  const minutes = ((await lastExecution()) - started) / 60_000;
  expect([minutes, 1]).toContain(enqueued);
});

test('a replica runs one query at a time on each connection', async () => {
  await hold('thing');
  await startHolder('--throw-deprecation');
});
