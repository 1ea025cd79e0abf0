import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { z } from 'zod';
import { userActor } from '../core/actor.ts';
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

/** Jobs that write down what they were given, and do `work`. */
const painting = (done: string[], work: (name: string, run: JobRun) => Promise<void> = async () => undefined): Job =>
  job(paintThing, async ({ name }, run) => {
    done.push(name);
    await work(name, run);
  });

async function startCopy(jobs: readonly Job[], options?: JobsOptions) {
  const copy = processOf('things');
  const own = await openThings(copy, stores.env.POSTGRES_URL);
  startJobs(copy, own.jobStore, jobs, options);
  return copy;
}

const isOver = (id: string) => until(async () => (await postgres.jobs.get(id)) === undefined, `job ${id} is over`);

/** Seconds from the failure of a job to its next attempt, as they stand in its row. */
async function pauseOf(id: string): Promise<number> {
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from run_at - updated_at)::float8 as pause from graphile_worker.jobs where id = ${id}::bigint`.execute(
    postgres.db,
  );
  return rows[0]?.pause ?? Number.NaN;
}

/** Resolves when the job is told to end. */
const interrupted = ({ signal }: JobRun): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('the tables of the library are those of the version that is installed', async () => {
  const { rows } = await sql<{ newest: number }>`select max(id) as newest from graphile_worker.migrations`.execute(
    postgres.db,
  );
  expect(rows[0]?.newest).toBe(newestMigration);
});

test('a job runs after its transaction, and one that was rolled back never does', async () => {
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

test('a job runs once, however many copies there are', async () => {
  const done: string[] = [];
  const copies = await Promise.all([1, 2, 3].map(() => startCopy([painting(done)])));
  const names = Array.from({ length: 60 }, (_, index) => `thing ${index}`);
  const ids = await Promise.all(names.map((name) => enqueue(name)));
  for (const id of ids) await isOver(id);
  expect(done.sort()).toEqual(names.sort());
  for (const copy of copies) await copy.close();
});

test('a job that fails is tried again after a while, and says which attempt it is', async () => {
  const attempts: number[] = [];
  const goOn = Promise.withResolvers<void>();
  const work = painting([], async (name, { attempt }) => {
    if (name === 'between') return goOn.promise;
    attempts.push(attempt);
    if (attempt === 1) throw new Error('no brush');
  });
  const id = await enqueue('thing');
  // There is no place for the second attempt before this one has ended.
  const between = await enqueue('between');
  startJobs(ctx, postgres.jobStore, [work], { concurrency: 1 });
  await until(async () => (await postgres.jobs.get(id))?.lastError === 'no brush', 'the failure is noted');
  expect(await postgres.jobs.get(id)).toMatchObject({ state: 'waiting', attempts: 1, maxAttempts: 3 });
  expect(await pauseOf(id)).toBeGreaterThan(2);
  goOn.resolve();
  await isOver(between);
  await isOver(id);
  expect(attempts).toEqual([1, 2]);
  expect(metric(await ctx.metrics.registry.metrics(), 'job_failures_total')).toBe(1);
});

test('a job that fails at its last attempt is kept, counted, and can be tried anew', async () => {
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

test('what is left to do when a job has failed for good is done after its last attempt, until that succeeds', async () => {
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
  await until(() => done.length === 2, 'what is left to do was done');
  expect(done).toEqual(['thing', 'thing']);
  expect(await postgres.jobs.get(id)).toMatchObject({ state: 'failed', lastError: 'no brush' });
});

test('a payload that is not what the job asks for is refused before anything is written', async () => {
  const wrong = postgres.transaction((tx) => tx.enqueue(paintThing, JSON.parse('{"name": 7}')));
  await expect(wrong).rejects.toThrow('expected string');
  expect(await postgres.jobs.list(paintThing)).toEqual([]);
});

test('a job that waits is cancelled and never runs', async () => {
  const done: string[] = [];
  startJobs(ctx, postgres.jobStore, [painting(done)]);
  const later = await enqueue('later', { runAt: new Date(Date.now() + 3_600_000) });
  expect(await postgres.jobs.cancel(later)).toBe('removed');
  expect(await postgres.jobs.get(later)).toBeUndefined();
  expect(await postgres.jobs.cancel(later)).toBe('unknown');
  await isOver(await enqueue('now'));
  expect(done).toEqual(['now']);
});

test('a job at work is told at once that it is cancelled, and is not tried again', async () => {
  const done: string[] = [];
  // With its next sign of life it would notice, too; that one is far away.
  const copy = await startCopy([painting(done, async (_name, run) => interrupted(run))], { leaseMs: 600_000 });
  const id = await enqueue('thing');
  await until(() => done.length === 1, 'it runs');
  expect(await postgres.jobs.cancel(id)).toBe('signalled');
  await isOver(id);
  expect(done).toEqual(['thing']);
  await copy.close();
});

test('everybody can see how far a job is', async () => {
  const goOn = Promise.withResolvers<void>();
  const work = painting([], async (_name, run) => {
    await run.progress(3, 8);
    await goOn.promise;
  });
  const copy = await startCopy([work]);
  const id = await enqueue('thing', { key: 'the key' });
  await until(async () => (await postgres.jobs.get(id))?.progress !== undefined, 'it has said something');
  expect(await postgres.jobs.find(paintThing, 'the key')).toMatchObject({
    id,
    name: 'paintThing',
    key: 'the key',
    state: 'running',
    attempts: 1,
    progress: { done: 3, total: 8 },
    isCancelled: false,
  });
  goOn.resolve();
  await isOver(id);
  await copy.close();
});

test('of the jobs that wait the most urgent runs first', async () => {
  const done: string[] = [];
  await enqueue('at leisure', { priority: 5 });
  await enqueue('as usual');
  const last = await enqueue('urgent', { priority: -5 });
  startJobs(ctx, postgres.jobStore, [painting(done)], { concurrency: 1 });
  await isOver(last);
  await until(() => done.length === 3, 'all have run');
  expect(done).toEqual(['urgent', 'as usual', 'at leisure']);
});

test('a job that is enqueued again while it waits runs once, with what was said last', async () => {
  const done: string[] = [];
  const first = await enqueue('first', { key: 'one' });
  expect(await enqueue('second', { key: 'one' })).toBe(first);
  startJobs(ctx, postgres.jobStore, [painting(done)]);
  await isOver(first);
  expect(done).toEqual(['second']);
});

test('a job that is enqueued again while it runs runs once more', async () => {
  const done: string[] = [];
  const goOn = Promise.withResolvers<void>();
  const work = painting(done, (name) => (name === 'first' ? goOn.promise : Promise.resolve()));
  startJobs(ctx, postgres.jobStore, [work]);
  const first = await enqueue('first', { key: 'one' });
  await until(() => done.length === 1, 'it runs');
  const second = await enqueue('second', { key: 'one' });
  expect(second).not.toBe(first);
  await isOver(second);
  goOn.resolve();
  await isOver(first);
  expect(done).toEqual(['first', 'second']);
});

test('jobs of a kind that allows one at a time never overlap, over all copies', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const begun: PromiseWithResolvers<void>[] = [];
  const sorting = job(sortThings, () => {
    const end = Promise.withResolvers<void>();
    begun.push(end);
    return end.promise;
  });
  const painted: string[][] = [[], []];
  const copies = await Promise.all(painted.map((done) => startCopy([sorting, painting(done)])));
  const ids = await Promise.all(names.map((name) => enqueue(name, {}, sortThings)));
  for (let nth = 1; nth <= names.length; nth++) {
    await until(() => begun.length === nth, `${nth} have begun`);
    for (const done of painted) done.splice(0);
    // What both copies take now comes behind all that wait: they have passed those over.
    await until(async () => {
      await isOver(await enqueue('behind'));
      return painted.every((done) => done.length > 0);
    }, 'both copies have looked for jobs');
    expect(begun).toHaveLength(nth);
    begun.at(-1)?.resolve();
  }
  for (const id of ids) await isOver(id);
  for (const copy of copies) await copy.close();
});

test('a job acts for its service, in the language and under the request id of who asked for it', async () => {
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
