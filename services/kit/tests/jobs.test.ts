import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { z } from 'zod';
import { userActor } from '../core/actor.ts';
import { hourMs } from '../core/durations.ts';
import { currentRequest, runInContext } from '../core/request-context.ts';
import { defineJob, type Job, type JobRun, job } from '../jobs/definition.ts';
import type { EnqueueOptions } from '../jobs/enqueue.ts';
import { newestMigration } from '../jobs/schema.ts';
import { type JobsOptions, startJobs } from '../jobs/worker.ts';
import type { Postgres } from '../postgres/postgres.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  openThings,
  type ProcessContext,
  processOf,
  startOverEmpty,
  type ThingsDb,
  thingsIn,
  thingsStores,
} from '../testing/things.ts';
import { metric, until } from '../testing/until.ts';

const paintThing = defineJob('paintThing', { schema: z.object({ name: z.string() }), maxAttempts: 3 });
const sortThings = defineJob('sortThings', { schema: z.object({ name: z.string() }), oneAtATime: true });

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

const enqueue = (name: string, options?: EnqueueOptions, definition = paintThing) =>
  postgres.transaction((tx) => tx.enqueue(definition, { name }, options));

/** A job that records its payload and runs `work`. */
const painting = (done: string[], work: (name: string, run: JobRun) => Promise<void> = async () => undefined): Job =>
  job(paintThing, async ({ name }, run) => {
    done.push(name);
    await work(name, run);
  });

async function startReplica(jobs: readonly Job[], options?: JobsOptions) {
  const replica = processOf('things');
  const own = await openThings(replica, stores.env.POSTGRES_URL);
  startJobs(replica, own.jobStore, jobs, options);
  return replica;
}

const isOver = (id: string) => until(async () => (await postgres.jobs.get(id)) === undefined, `job ${id} is over`);

/** Returns the seconds from a job's failure to its next attempt, as stored. */
async function pauseOf(id: string): Promise<number> {
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from run_at - updated_at)::float8 as pause from graphile_worker.jobs where id = ${id}::bigint`.execute(
    postgres.db,
  );
  return rows[0]?.pause ?? Number.NaN;
}

/** Rejects when the job's signal is aborted. */
const interrupted = ({ signal }: JobRun): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('the tables of the library are those of the installed version', async () => {
  const { rows } = await sql<{ newest: number }>`select max(id) as newest from graphile_worker.migrations`.execute(
    postgres.db,
  );
  expect(rows[0]?.newest).toBe(newestMigration);
});

test('a job runs after its transaction commits, and never when it is rolled back', async () => {
  const done: string[] = [];
  startJobs(ctx, postgres.jobStore, [painting(done)]);
  const broken = postgres.transaction(async (tx) => {
    await tx.db.insertInto('things').values({ name: 'broken' }).execute();
    await tx.enqueue(paintThing, { name: 'broken' });
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  const id = await postgres.transaction(async (tx) => {
    const enqueued = await tx.enqueue(paintThing, { name: 'whole' });
    await tx.db.insertInto('things').values({ name: 'whole' }).execute();
    return enqueued;
  });
  await isOver(id);
  expect(done).toEqual(['whole']);
  expect(await thingsIn(postgres)).toEqual(['whole']);
});

test('a job runs once with several replicas', async () => {
  const done: string[] = [];
  const replicas = await Promise.all([1, 2, 3].map(() => startReplica([painting(done)])));
  const names = Array.from({ length: 60 }, (_, index) => `thing ${index}`);
  const ids = await Promise.all(names.map((name) => enqueue(name)));
  for (const id of ids) await isOver(id);
  expect(done.sort()).toEqual(names.sort());
  for (const replica of replicas) await replica.close();
});

test('a failed job is retried after a pause, with the number of the attempt', async () => {
  const attempts: number[] = [];
  const release = Promise.withResolvers<void>();
  const work = painting([], async (name, { attempt }) => {
    if (name === 'between') return release.promise;
    attempts.push(attempt);
    if (attempt === 1) throw new Error('no brush');
  });
  const id = await enqueue('thing');
  // The only slot is taken until this job has ended.
  const between = await enqueue('between');
  startJobs(ctx, postgres.jobStore, [work], { concurrency: 1 });
  await until(async () => (await postgres.jobs.get(id))?.lastError === 'no brush', 'the failure is stored');
  expect(await postgres.jobs.get(id)).toMatchObject({ state: 'waiting', attempts: 1, maxAttempts: 3 });
  expect(await pauseOf(id)).toBeGreaterThan(2);
  release.resolve();
  await isOver(between);
  await isOver(id);
  expect(attempts).toEqual([1, 2]);
  expect(metric(await ctx.metrics.registry.metrics(), 'job_failures_total')).toBe(1);
});

test('a job that fails at its last attempt is stored, counted, and can be retried', async () => {
  let isBroken = true;
  const work = painting([], async () => {
    if (isBroken) throw new Error('no brush');
  });
  startJobs(ctx, postgres.jobStore, [work]);
  const id = await enqueue('thing', { maxAttempts: 1 });
  await until(async () => (await postgres.jobs.get(id))?.state === 'failed', 'it has failed for good');
  expect((await postgres.jobs.list(paintThing)).map((view) => [view.id, view.lastError])).toEqual([[id, 'no brush']]);
  expect(await ctx.metrics.registry.metrics()).toContain('jobs{kind="paintThing",state="failed",service="things"} 1');
  expect(metric(await ctx.metrics.registry.metrics(), 'jobs_under_way')).toBe(0);
  isBroken = false;
  expect(await postgres.jobs.retry(id)).toBe(true);
  await isOver(id);
});

test('onFailed runs after the last attempt of a job, until it succeeds', async () => {
  const done: string[] = [];
  const work = job(paintThing, () => Promise.reject(new Error('no brush')), {
    async onFailed({ name }) {
      done.push(name);
      if (done.length === 1) throw new Error('no pen');
    },
  });
  startJobs(ctx, postgres.jobStore, [work]);
  const id = await enqueue('thing', { maxAttempts: 2 });
  await until(async () => (await postgres.jobs.get(id))?.attempts === 1, 'it was tried once');
  expect(done).toEqual([]);
  await until(() => done.length === 2, 'onFailed ran twice');
  expect(done).toEqual(['thing', 'thing']);
  expect(await postgres.jobs.get(id)).toMatchObject({ state: 'failed', lastError: 'no brush' });
});

test('an invalid payload is rejected before anything is written', async () => {
  const wrong = postgres.transaction((tx) => tx.enqueue(paintThing, JSON.parse('{"name": 7}')));
  await expect(wrong).rejects.toThrow('expected string');
  expect(await postgres.jobs.list(paintThing)).toEqual([]);
});

test('a waiting job can be cancelled and never runs', async () => {
  const done: string[] = [];
  startJobs(ctx, postgres.jobStore, [painting(done)]);
  const later = await enqueue('later', { runAt: new Date(Date.now() + hourMs) });
  expect(await postgres.jobs.cancel(later)).toBe('removed');
  expect(await postgres.jobs.get(later)).toBeUndefined();
  expect(await postgres.jobs.cancel(later)).toBe('unknown');
  await isOver(await enqueue('now'));
  expect(done).toEqual(['now']);
});

test('the signal of a running job is aborted as soon as it is cancelled, and the job is not retried', async () => {
  const done: string[] = [];
  // The next heartbeat would also detect it, but is too late for this test.
  const replica = await startReplica([painting(done, async (_name, run) => interrupted(run))], { leaseMs: 600_000 });
  const id = await enqueue('thing');
  await until(() => done.length === 1, 'it runs');
  expect(await postgres.jobs.cancel(id)).toBe('signalled');
  await isOver(id);
  expect(done).toEqual(['thing']);
  await replica.close();
});

test('the progress of a job is visible to other processes', async () => {
  const release = Promise.withResolvers<void>();
  const work = painting([], async (_name, run) => {
    await run.progress(3, 8);
    await release.promise;
  });
  const replica = await startReplica([work]);
  const id = await enqueue('thing', { key: 'the key' });
  await until(async () => (await postgres.jobs.get(id))?.progress !== undefined, 'it has reported progress');
  expect(await postgres.jobs.find(paintThing, 'the key')).toMatchObject({
    id,
    name: 'paintThing',
    key: 'the key',
    state: 'running',
    attempts: 1,
    progress: { done: 3, total: 8 },
    isCancelled: false,
  });
  release.resolve();
  await isOver(id);
  await replica.close();
});

test('waiting jobs run in the order of their priority', async () => {
  const done: string[] = [];
  await enqueue('at leisure', { priority: 5 });
  await enqueue('as usual');
  const last = await enqueue('urgent', { priority: -5 });
  startJobs(ctx, postgres.jobStore, [painting(done)], { concurrency: 1 });
  await isOver(last);
  await until(() => done.length === 3, 'all have run');
  expect(done).toEqual(['urgent', 'as usual', 'at leisure']);
});

test('a job that is enqueued again while it waits runs once, with the last payload', async () => {
  const done: string[] = [];
  const first = await enqueue('first', { key: 'one' });
  expect(await enqueue('second', { key: 'one' })).toBe(first);
  startJobs(ctx, postgres.jobStore, [painting(done)]);
  await isOver(first);
  expect(done).toEqual(['second']);
});

test('a job that is enqueued again while it runs is run again', async () => {
  const done: string[] = [];
  const release = Promise.withResolvers<void>();
  const work = painting(done, (name) => (name === 'first' ? release.promise : Promise.resolve()));
  startJobs(ctx, postgres.jobStore, [work]);
  const first = await enqueue('first', { key: 'one' });
  await until(() => done.length === 1, 'it runs');
  const second = await enqueue('second', { key: 'one' });
  expect(second).not.toBe(first);
  await isOver(second);
  release.resolve();
  await isOver(first);
  expect(done).toEqual(['first', 'second']);
});

test('jobs of a kind that runs one at a time never overlap, over all replicas', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const begun: PromiseWithResolvers<void>[] = [];
  const sorting = job(sortThings, () => {
    const end = Promise.withResolvers<void>();
    begun.push(end);
    return end.promise;
  });
  const painted: string[][] = [[], []];
  const replicas = await Promise.all(painted.map((done) => startReplica([sorting, painting(done)])));
  const ids = await Promise.all(names.map((name) => enqueue(name, {}, sortThings)));
  for (let nth = 1; nth <= names.length; nth++) {
    await until(() => begun.length === nth, `${nth} have begun`);
    for (const done of painted) done.splice(0);
    // These jobs come after all waiting ones: a replica that takes one has skipped those.
    await until(async () => {
      await isOver(await enqueue('behind'));
      return painted.every((done) => done.length > 0);
    }, 'both replicas have queried for jobs');
    expect(begun).toHaveLength(nth);
    begun.at(-1)?.resolve();
  }
  for (const id of ids) await isOver(id);
  for (const replica of replicas) await replica.close();
});

test('a job runs with its service as actor, and the language and id of the request that enqueued it', async () => {
  const seen: unknown[] = [];
  const work = painting([], async () => {
    const { requestId, actor } = currentRequest() ?? {};
    seen.push([requestId, actor?.kind, actor?.id, actor?.language]);
  });
  startJobs(ctx, postgres.jobStore, [work]);
  const request = { requestId: 'r-7', actor: userActor('ana', { language: 'zh' }), deadline: Number.POSITIVE_INFINITY };
  await isOver(await runInContext(request, () => enqueue('thing')));
  expect(seen).toEqual([['r-7', 'service', 'things', 'zh']]);
});
