import { EventEmitter, once } from 'node:events';
import type { CronItem, ParsedCronItem, Runner, RunnerOptions, WorkerEvents, WorkerPool } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Context } from '../core/context.ts';
import { hourMs } from '../core/durations.ts';
import { type Loop, pause, startLoop } from '../core/loop.ts';
import type { Job } from './definition.ts';
import { type FailedJob, Failures } from './failures.ts';
import { cancelChannel } from './jobs.ts';
import { JobWorkers } from './lease.ts';
import { countJobs, showJobs } from './metrics.ts';
import { ReplicaLimits } from './replica-limits.ts';
import { RunningJobs, type StartedJob } from './running-jobs.ts';
import type { JobTables } from './tables.ts';

/** Concurrent jobs per replica, unless a service chooses otherwise. */
export const jobsAtOnce = 4;
/** Fallback poll: new jobs are notified at once, and jobs due later are scheduled by the lease loop. */
const pollEveryMs = 60_000;
const restartAfterMs = 1_000;
/** Time after which the library has saved a failure, with the time of the next attempt. */
const failureWriteMs = 500;

export interface JobsOptions {
  /** Concurrent jobs per replica (`jobsAtOnce`). */
  concurrency?: number;
  /** Milliseconds without a heartbeat after which a replica's jobs are released (20,000). */
  leaseMs?: number;
  /** Milliseconds between heartbeats (a quarter of the lease). */
  beatMs?: number;
  /** Milliseconds that running jobs have to end when this replica stops (5,000). */
  stopMs?: number;
  /** Milliseconds that the library has to end after that (2,000). */
  libraryEndsMs?: number;
}

/** The store of jobs. */
export interface JobStore {
  db: Kysely<JobTables>;
  /** Pool for the library, which uses one connection permanently to listen for new jobs. */
  pool: pg.Pool;
}

/** Runs jobs of a service in this replica until it stops. Call once per service and replica. */
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
  readonly #leaseLoop: Loop;
  /** Aborted when the current runner is to end. */
  #ending = new AbortController();
  #runner: Runner | undefined;
  #pool: WorkerPool | undefined;
  /** Resolves when the lease of the pool is saved. */
  #leaseSaved = Promise.resolve();
  #leasedAt = 0;
  #nudgeTimer: NodeJS.Timeout | undefined;
  readonly #stopped = new AbortController();

  constructor(ctx: Context, store: JobStore, jobs: readonly Job[], options: JobsOptions) {
    const { concurrency = jobsAtOnce, leaseMs = 20_000, beatMs = leaseMs / 4 } = options;
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
      onFailure: () => void pause(failureWriteMs, this.#stopped.signal).then(() => this.#leaseLoop.wake()),
      observe: this.#counts.observe,
    });
    this.#loop = startLoop(ctx, 'job worker', restartAfterMs, () => this.#work());
    this.#leaseLoop = startLoop(ctx, 'job lease', beatMs, () => this.#prolong());
  }

  /** Starts no further jobs and aborts the running ones. */
  beginToStop(): void {
    this.#running.interrupt('stopping');
    this.#endRunner();
  }

  /** Resolves when no job is running; unfinished jobs are released, at the latest when the lease expires. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#leaseLoop.stop();
    clearTimeout(this.#nudgeTimer);
    this.#stopped.abort();
  }

  /** Runs the library's runner until it ends: by itself when the database is unavailable at the end of a job. */
  async #work(): Promise<void> {
    if (this.#ctx.stopping.aborted) return;
    const library = await import('./library.ts');
    const ending = new AbortController();
    const events: WorkerEvents = new EventEmitter();
    let failure: unknown;
    this.#subscribe(events);
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
    if (hasEnded) await this.#release();
    else this.#abandonRunner(runner);
    if (!this.#ctx.stopping.aborted) throw new Error('the job worker ended', { cause: failure });
  }

  #subscribe(events: WorkerEvents): void {
    events.on('pool:create', ({ workerPool }) => this.#acquire(workerPool));
    events.on('pool:listen:success', ({ client }) => {
      // The library sends its own `listen` right after this event; a connection runs one query at a time.
      client.once('drain', () => this.#listenForCancellations(client));
    });
    events.on('pool:listen:notification', ({ message: { channel, payload } }) => {
      if (channel === cancelChannel) this.#running.cancel(payload ?? '');
    });
  }

  /** Listens for cancellations; then prolongs the lease, which returns the jobs cancelled before that. */
  async #listenForCancellations(client: pg.PoolClient): Promise<void> {
    try {
      await Promise.all([client.query(`listen "${cancelChannel}"`), this.#leaseSaved]);
      this.#leaseLoop.wake();
    } catch {
      // The library detects a lost connection and opens another; without a lease it takes no job.
    }
  }

  /** Does not wait: after two failed writes the library's stop promise never settles. */
  #endRunner(): void {
    this.#ending.abort();
    void this.#runner?.stop().catch(() => undefined);
  }

  /** Resolves to false when a stopping runner exceeds its time limits; running jobs are interrupted, then abandoned. */
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
    const limits = new ReplicaLimits(this.#jobs, events);
    const run =
      (job: Job) =>
      (_payload: unknown, { job: started }: { job: StartedJob }) => {
        if (this.#ending.signal !== ending) throw new Error('the runner of this job was abandoned');
        return this.#running.run(job, started);
      };
    return {
      pgPool: this.#store.pool,
      events,
      noHandleSignals: true,
      pollInterval: pollEveryMs,
      concurrency: this.#concurrency,
      taskList: Object.fromEntries(this.#jobs.map((job) => [job.definition.name, run(job)])),
      // Called before each query for a job: none is taken without a lease.
      forbiddenFlags: async () => {
        await this.#leaseSaved;
        return limits.beginQuery();
      },
      // With a delay, the library leaves failed writes of ended jobs as unhandled rejections, which end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
  }

  #acquire(pool: WorkerPool): void {
    this.#pool = pool;
    this.#leasedAt = performance.now();
    this.#leaseSaved = this.#workers.acquire(pool.id, this.#leaseMs);
    // Those who await it get the error, and the loop retries; this only prevents an unhandled rejection.
    this.#leaseSaved.catch(() => undefined);
  }

  async #release(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    if (!pool) return;
    await this.#workers.release(pool.id, this.#running.interrupted);
  }

  /** Leaves the lease to expire, so that a job the runner was about to take is released with it. */
  #abandonRunner(runner: Runner): void {
    this.#pool = undefined;
    this.#ending = new AbortController();
    void runner.stop().catch(() => undefined);
    this.#ctx.log.warn('job worker not stopped; its jobs are released when its lease expires');
  }

  async #prolong(): Promise<void> {
    const pool = this.#pool;
    if (!pool) return;
    // A lease not yet saved is not lost; one that could not be saved is.
    await this.#leaseSaved.catch(() => undefined);
    try {
      const { isHeld, cancelled, dueInMs, dead, failed } = await this.#workers.prolong(
        pool.id,
        this.#leaseMs,
        this.#running.ids,
      );
      if (!isHeld) return this.#leaseLost(pool);
      this.#leasedAt = performance.now();
      if (dead.length > 0) this.#ctx.log.warn({ workers: dead }, 'job workers died; their jobs were released');
      for (const job of failed) this.#reportDiedJob(job);
      for (const id of cancelled) this.#running.cancel(id);
      this.#scheduleNudge(pool, dueInMs);
    } catch (error) {
      // Other workers may have taken the jobs.
      if (performance.now() - this.#leasedAt > this.#leaseMs) this.#running.interrupt('lease lost');
      throw error;
    }
  }

  /** Logs and counts a job whose process died in the last attempt. */
  #reportDiedJob(job: FailedJob): void {
    this.#failures.log(job, new Error('the process died in the last attempt'));
    this.#counts.died(job.name);
  }

  #leaseLost(pool: WorkerPool): void {
    this.#ctx.log.warn('job worker lease lost; other workers may run its jobs');
    this.#running.interrupt('lease lost');
    this.#running.abandon();
    if (pool === this.#pool) this.#endRunner();
  }

  /** Nudges the pool when the next job is due: the library is notified of new jobs only, and would poll late. */
  #scheduleNudge(pool: WorkerPool, dueInMs: number | undefined): void {
    clearTimeout(this.#nudgeTimer);
    const isSoon = dueInMs !== undefined && dueInMs < this.#beatMs;
    const someAreIdle = this.#running.ids.length < this.#concurrency;
    const ending = this.#ending.signal;
    if (!isSoon || !someAreIdle || ending.aborted) return;
    // A pool that has ended throws on nudge.
    const nudge = () => pool === this.#pool && !ending.aborted && pool.nudge(this.#concurrency);
    this.#nudgeTimer = setTimeout(nudge, Math.max(0, dueInMs));
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
