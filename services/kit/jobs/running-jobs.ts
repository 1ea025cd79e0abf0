import { type Kysely, sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { runInContext } from '../core/request-context.ts';
import type { Job, JobRun } from './definition.ts';
import { contextOf, open } from './envelope.ts';
import type { FailedJob, Failures } from './failures.ts';
import type { JobOutcome } from './metrics.ts';
import type { JobTables } from './tables.ts';

const progressEveryMs = 500;

/** A job as passed to a task by the library. */
export interface StartedJob {
  id: string;
  payload: unknown;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
}

/** Reason with which a job's signal is aborted. */
export class JobInterrupted extends Error {
  readonly why: 'cancelled' | 'stopping' | 'lease lost';

  constructor(why: JobInterrupted['why']) {
    super(`the job was interrupted: ${why}`);
    this.why = why;
  }
}

interface Running {
  controller: AbortController;
  /** Resolved when the worker no longer waits for the job. */
  abandoned: PromiseWithResolvers<void>;
  over: PromiseWithResolvers<void>;
}

interface Deps {
  ctx: Context;
  db: Kysely<JobTables>;
  /** Deletes an ended job of this replica. */
  finish(job: string): Promise<void>;
  failures: Failures;
  /** Called after a failed attempt. */
  onFailure(): void;
  observe(name: string, outcome: JobOutcome, seconds: number): void;
}

/** Runs jobs and tracks those running in this replica. */
export class RunningJobs {
  readonly #deps: Deps;
  readonly #running = new Map<string, Running>();
  readonly #interrupted = new Map<string, number>();
  #stopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get ids(): string[] {
    return [...this.#running.keys()];
  }

  /** Jobs interrupted by the stop of this replica, with their attempt numbers. */
  get interrupted(): ReadonlyMap<string, number> {
    return this.#interrupted;
  }

  cancel(id: string): void {
    this.#running.get(id)?.controller.abort(new JobInterrupted('cancelled'));
  }

  /** Aborts all running jobs; with `stopping`, also those that start later. */
  interrupt(why: 'stopping' | 'lease lost'): void {
    if (why === 'stopping') this.#stopping = true;
    for (const { controller } of this.#running.values()) controller.abort(new JobInterrupted(why));
  }

  /** Resolves when the jobs running now have ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ over }) => over.promise));
  }

  /** Stops waiting for the jobs that have not ended. */
  abandon(): void {
    for (const { abandoned } of this.#running.values()) abandoned.resolve();
  }

  /** Runs one attempt. Resolves when the job has ended; rejects when it is to be retried. */
  async run(job: Job, started: StartedJob): Promise<void> {
    const id = String(started.id);
    const running: Running = {
      controller: new AbortController(),
      abandoned: Promise.withResolvers(),
      over: Promise.withResolvers(),
    };
    this.#running.set(id, running);
    if (this.#stopping) running.controller.abort(new JobInterrupted('stopping'));
    const startedAt = performance.now();
    let outcome: JobOutcome = 'failed';
    try {
      outcome = await this.#attempt(job, { ...started, id }, running);
    } finally {
      this.#running.delete(id);
      running.over.resolve();
      this.#deps.observe(job.definition.name, outcome, (performance.now() - startedAt) / 1000);
    }
    if (outcome === 'interrupted') throw running.controller.signal.reason;
  }

  async #attempt(job: Job, started: StartedJob, running: Running): Promise<JobOutcome> {
    const { signal } = running.controller;
    try {
      if (started.attempts > 1 && (await this.#isCancelled(started.id))) this.cancel(started.id);
      signal.throwIfAborted();
      await Promise.race([this.#work(job, started, signal), abandonedOf(running)]);
      await this.#deps.finish(started.id);
      return 'succeeded';
    } catch (error) {
      return this.#failed(job, started, signal, error);
    }
  }

  #work(job: Job, { id, payload, attempts, max_attempts: maxAttempts }: StartedJob, signal: AbortSignal) {
    const envelope = open(payload);
    const work = { kind: 'job', job: job.definition.name, id, attempt: attempts } as const;
    const span = this.#deps.ctx.tracing?.continueTrace(envelope.traceparent, work);
    const context = contextOf(this.#deps.ctx.name, envelope, span);
    const run: JobRun = { id, attempt: attempts, maxAttempts, signal, progress: this.#progressOf(id, signal) };
    return runInContext(context, async () => {
      try {
        await job.work(envelope.payload, run);
        span?.end();
      } catch (error) {
        span?.end({ error });
        throw error;
      }
    });
  }

  async #failed({ definition: { name } }: Job, started: StartedJob, signal: AbortSignal, error: unknown) {
    const { log } = this.#deps.ctx;
    const { id, attempts, max_attempts: maxAttempts } = started;
    const fields = { job: name, id, requestId: open(started.payload).requestId };
    const reason: unknown = signal.reason;
    if (reason instanceof JobInterrupted) {
      log.info({ ...fields, why: reason.why }, 'job interrupted');
      if (reason.why === 'cancelled') await this.#deps.finish(id);
      if (reason.why === 'stopping') this.#interrupted.set(id, attempts);
      return reason.why === 'cancelled' ? 'cancelled' : 'interrupted';
    }
    if (attempts < maxAttempts)
      log.warn({ ...fields, err: error, attempt: attempts, maxAttempts }, 'job failed; retrying');
    else await this.#failedForGood({ id, name, payload: started.payload, attempts }, error);
    this.#deps.onFailure();
    throw error;
  }

  async #failedForGood(failed: FailedJob, error: unknown): Promise<void> {
    const { failures, db } = this.#deps;
    failures.log(failed, error);
    await failures.enqueue(db, failed);
  }

  #progressOf(id: string, signal: AbortSignal): JobRun['progress'] {
    let writtenAt = Number.NEGATIVE_INFINITY;
    return async (done, total) => {
      signal.throwIfAborted();
      if (performance.now() - writtenAt < progressEveryMs && done !== total) return;
      writtenAt = performance.now();
      await sql`
        insert into job_states (job_id, done, total) values (${id}::bigint, ${done}, ${total ?? null})
        on conflict (job_id) do update set done = excluded.done, total = excluded.total`.execute(this.#deps.db);
    };
  }

  async #isCancelled(id: string): Promise<boolean> {
    const { rows } = await sql`
      select from job_states where job_id = ${id}::bigint and cancelled`.execute(this.#deps.db);
    return rows.length > 0;
  }
}

/** Rejects when the job is abandoned. */
async function abandonedOf({ abandoned, controller }: Running): Promise<never> {
  await abandoned.promise;
  throw controller.signal.reason;
}
