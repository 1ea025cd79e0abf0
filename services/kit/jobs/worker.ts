import { EventEmitter, once } from 'node:events';
import type { CronItem, ParsedCronItem, Runner, RunnerOptions, WorkerEvents, WorkerPool } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Context } from '../core/context.ts';
import { type Loop, pause, startLoop } from '../core/loop.ts';
import type { Job } from './definition.ts';
import { type FailedJob, Failures } from './failures.ts';
import { cancelChannel } from './jobs.ts';
import { JobWorkers } from './lease.ts';
import { countJobs, showJobs } from './metrics.ts';
import { RunningJobs, type StartedJob } from './running-jobs.ts';
import type { JobTables } from './tables.ts';

const hourMs = 60 * 60 * 1000;
/** New jobs are heard of at once, and those due later are waited for; this is for what both miss. */
const pollEveryMs = 60_000;
const restartAfterMs = 1_000;
/** When the library has written that a job failed, and when it is tried again. */
const writtenAfterMs = 500;

export interface JobsOptions {
  /** How many jobs one copy runs at once (4). */
  concurrency?: number;
  /** After so many milliseconds without a sign of life a copy's jobs are free for the others (20,000). */
  leaseMs?: number;
  /** Milliseconds between two signs of life (a quarter of the lease). */
  beatMs?: number;
  /** How long jobs that run have to end when this copy stops (5,000 milliseconds). */
  stopMs?: number;
  /** What the library then has to end by itself (2,000 milliseconds). */
  libraryEndsMs?: number;
}

/** Where jobs are kept. */
export interface JobStore {
  db: Kysely<JobTables>;
  /** For the library, which takes one connection for good, to hear of new jobs. */
  pool: pg.Pool;
}

/** Runs the jobs of a service that this copy gets of them, until it stops. Once per service and copy. */
export function startJobs(ctx: Context, store: JobStore, jobs: readonly Job[], options: JobsOptions = {}): void {
  const worker = new JobWorker(ctx, store, jobs, options);
  ctx.stopping.addEventListener('abort', () => worker.beginToStop(), { once: true });
  ctx.onStop('jobs', () => worker.stop());
}

class JobWorker {
  readonly #ctx: Context;
  readonly #store: JobStore;
  readonly #jobs: readonly Job[];
  readonly #workers: JobWorkers;
  readonly #failures: Failures;
  readonly #counts: ReturnType<typeof countJobs>;
  readonly #running: RunningJobs;
  readonly #concurrency: number;
  readonly #leaseMs: number;
  readonly #beatMs: number;
  readonly #stopMs: number;
  readonly #libraryEndsMs: number;
  readonly #loop: Loop;
  readonly #beat: Loop;
  /** Aborted when the runner of now is to end. */
  #ending = new AbortController();
  #runner: Runner | undefined;
  #pool: WorkerPool | undefined;
  /** Resolves when the lease of the pool is written. */
  #entered = Promise.resolve();
  #heldAt = 0;
  #nudge: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(ctx: Context, store: JobStore, jobs: readonly Job[], options: JobsOptions) {
    const { concurrency = 4, leaseMs = 20_000, beatMs = leaseMs / 4 } = options;
    const { stopMs = 5_000, libraryEndsMs = 2_000 } = options;
    this.#ctx = ctx;
    this.#store = store;
    this.#failures = new Failures(ctx, jobs);
    this.#jobs = [...jobs, ...this.#failures.jobs];
    this.#concurrency = concurrency;
    this.#leaseMs = leaseMs;
    this.#beatMs = beatMs;
    this.#stopMs = stopMs;
    this.#libraryEndsMs = libraryEndsMs;
    this.#workers = new JobWorkers(store.db, this.#failures);
    this.#counts = countJobs(ctx, this.#jobs);
    showJobs(ctx, store.db, this.#jobs);
    this.#running = new RunningJobs({
      ctx,
      db: store.db,
      finish: (job) => this.#workers.finish(this.#pool?.id ?? '', job),
      failures: this.#failures,
      onFailure: () => {
        this.#retry = setTimeout(() => this.#beat.wake(), writtenAfterMs);
      },
      observe: this.#counts.observe,
    });
    this.#loop = startLoop(ctx, 'worker of jobs', restartAfterMs, () => this.#work());
    this.#beat = startLoop(ctx, 'lease of jobs', beatMs, () => this.#prolong());
  }

  /** No job is begun any more, and those at work are told to end. */
  beginToStop(): void {
    this.#running.interrupt('stopping');
    this.#endRunner();
  }

  /** Resolves when no job is at work any more; what did not end is free for another copy, at the latest with the lease. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#beat.stop();
    for (const timer of [this.#nudge, this.#retry]) clearTimeout(timer);
  }

  /** One life of the library's runner: it ends itself when the database is away in the moment a job ends. */
  async #work(): Promise<void> {
    if (this.#ctx.stopping.aborted) return;
    const library = await import('./library.ts');
    const ending = new AbortController();
    const events: WorkerEvents = new EventEmitter();
    let failure: unknown;
    this.#hear(events);
    events.on('pool:fatalError', ({ error }) => {
      failure = error;
    });
    events.on('pool:gracefulShutdown', () => ending.abort());
    this.#ending = ending;
    const runner = await library.run({
      ...this.#options(events, ending.signal),
      logger: library.loggerTo(this.#ctx.log),
      parsedCronItems: cronItemsOf(this.#jobs).map((item): ParsedCronItem => library.parseCronItem(item)),
    });
    this.#runner = runner;
    if (this.#ctx.stopping.aborted) this.#endRunner();
    const over = new AbortController();
    const hasEnded = await Promise.race([runner.promise.then(() => true), this.#overdue(ending.signal, over.signal)]);
    over.abort();
    if (hasEnded) await this.#leave();
    else this.#forsake(runner);
    if (!this.#ctx.stopping.aborted) throw new Error('the worker of jobs ended', { cause: failure });
  }

  #hear(events: WorkerEvents): void {
    events.on('pool:create', ({ workerPool }) => this.#enter(workerPool));
    events.on('pool:listen:success', ({ client }) => {
      // The library sends its own `listen` right after this; two at once are not for one connection.
      client.once('drain', () => this.#hearOfCancelled(client));
    });
    events.on('pool:listen:notification', ({ message: { channel, payload } }) => {
      if (channel === cancelChannel) this.#running.cancel(payload ?? '');
    });
  }

  /** A job can be taken, and cancelled, before its worker hears anything: so it asks once it does. */
  async #hearOfCancelled(client: pg.PoolClient): Promise<void> {
    try {
      await Promise.all([client.query(`listen "${cancelChannel}"`), this.#entered]);
      this.#beat.wake();
    } catch {
      // The library notices that its connection is gone, and opens another; without a lease it takes no job.
    }
  }

  /** Does not wait: after two writes that failed the library never says that it has ended. */
  #endRunner(): void {
    this.#ending.abort();
    void this.#runner?.stop().catch(() => undefined);
  }

  /** Resolves to false when a runner that was to end has had its time; jobs at work are told and then left alone. */
  async #overdue(ending: AbortSignal, over: AbortSignal): Promise<false> {
    if (!ending.aborted) await once(ending, 'abort');
    await Promise.race([this.#running.idle(), pause(this.#stopMs, over)]);
    if (over.aborted) return false;
    this.#running.interrupt('lease lost');
    this.#running.abandon();
    await pause(this.#libraryEndsMs, over);
    return false;
  }

  #options(events: WorkerEvents, ending: AbortSignal): RunnerOptions {
    const run =
      (job: Job) =>
      (_payload: unknown, { job: started }: { job: StartedJob }) => {
        if (this.#ending.signal !== ending) throw new Error('the runner of this job was given up');
        return this.#running.run(job, started);
      };
    return {
      pgPool: this.#store.pool,
      events,
      noHandleSignals: true,
      pollInterval: pollEveryMs,
      concurrency: this.#concurrency,
      taskList: Object.fromEntries(this.#jobs.map((job) => [job.definition.name, run(job)])),
      // Asked before each look for a job: none is taken without a lease.
      forbiddenFlags: async () => {
        await this.#entered;
        return null;
      },
      // Without these the library leaves it unheard when a job that has ended cannot be written, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
  }

  #enter(pool: WorkerPool): void {
    this.#pool = pool;
    this.#heldAt = performance.now();
    this.#entered = this.#workers.enter(pool.id, this.#leaseMs);
    // Who waits for it is told; the loop tries again.
    this.#entered.catch(() => undefined);
  }

  async #leave(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    if (!pool) return;
    await this.#workers.leave(pool.id, this.#running.interrupted);
  }

  /** Its lease stays, so that whoever finds it over also frees a job that it was just about to take. */
  #forsake(runner: Runner): void {
    this.#pool = undefined;
    this.#ending = new AbortController();
    void runner.stop().catch(() => undefined);
    this.#ctx.log.warn('the library of jobs did not end; its jobs are free when its lease is over');
  }

  async #prolong(): Promise<void> {
    const pool = this.#pool;
    if (!pool) return;
    // A lease that is not written yet is not lost; one that could not be written is.
    await this.#entered.catch(() => undefined);
    try {
      const { isHeld, cancelled, dueInMs, dead, failed } = await this.#workers.prolong(
        pool.id,
        this.#leaseMs,
        this.#running.ids,
      );
      if (!isHeld) return this.#lost(pool);
      this.#heldAt = performance.now();
      if (dead.length > 0) this.#ctx.log.warn({ workers: dead }, 'workers of jobs died; their jobs are free');
      for (const job of failed) this.#diedAtWork(job);
      for (const id of cancelled) this.#running.cancel(id);
      this.#lookAgainIn(pool, dueInMs);
    } catch (error) {
      // Whether others have them by now cannot be known.
      if (performance.now() - this.#heldAt > this.#leaseMs) this.#running.interrupt('lease lost');
      throw error;
    }
  }

  /** It ran in a process that died, and is not tried again. */
  #diedAtWork(job: FailedJob): void {
    this.#failures.log(job, new Error('the process died in the last attempt'));
    this.#counts.died(job.name);
  }

  #lost(pool: WorkerPool): void {
    this.#ctx.log.warn('lease of jobs lost; others have them by now');
    this.#running.interrupt('lease lost');
    this.#running.abandon();
    if (pool === this.#pool) this.#endRunner();
  }

  /** The library hears of new jobs; of those whose time comes it would know at its next look. */
  #lookAgainIn(pool: WorkerPool, dueInMs: number | undefined): void {
    clearTimeout(this.#nudge);
    const isSoon = dueInMs !== undefined && dueInMs < this.#beatMs;
    const someAreIdle = this.#running.ids.length < this.#concurrency;
    const ending = this.#ending.signal;
    if (!isSoon || !someAreIdle || ending.aborted) return;
    // A pool that ends throws when it is told to look.
    const look = () => pool === this.#pool && !ending.aborted && pool.nudge(this.#concurrency);
    this.#nudge = setTimeout(look, Math.max(0, dueInMs));
  }
}

function cronItemsOf(jobs: readonly Job[]): CronItem[] {
  return jobs.flatMap(({ definition: { name, schedule, maxAttempts, priority, oneAtATime } }) =>
    schedule === undefined
      ? []
      : {
          task: name,
          match: schedule,
          options: {
            maxAttempts,
            priority,
            jobKey: `${name}:schedule`,
            backfillPeriod: hourMs,
            ...(oneAtATime && { queueName: name }),
          },
        },
  );
}
