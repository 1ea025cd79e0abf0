import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
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

async function startCopy(jobs: readonly Job[], options?: JobsOptions) {
  const copy = processOf('things');
  startJobs(copy, (await openThings(copy, stores.env.POSTGRES_URL)).jobStore, jobs, options);
  return copy;
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
  await isOver(postgres, id);
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
    const before = await leasesIn(postgres);
    // Each prolongs its own lease, and the second one looks for those that are over.
    await until(
      async () => (await leasesIn(postgres)).every((lease) => !before.includes(lease)),
      `both have beaten: ${beat}`,
    );
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
  await isOver(postgres, willing);
  await isOver(postgres, deaf);
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
  await isOver(postgres, id);
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

test('a copy asks its connections one thing at a time', async () => {
  await hold('thing');
  await startHolder('--throw-deprecation');
});
