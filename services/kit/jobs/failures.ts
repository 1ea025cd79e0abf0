import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../core/context.ts';
import { defineJob, type Job } from './definition.ts';
import { keyOf } from './enqueue.ts';
import { open } from './envelope.ts';
import type { JobTables } from './tables.ts';

/** A job that has used all its attempts. */
export interface FailedJob {
  id: string;
  name: string;
  /** The stored envelope of the job's payload. */
  payload: unknown;
  attempts: number;
}

/** Logs jobs that have failed for good and enqueues their `onFailed` handlers. */
export class Failures {
  readonly #ctx: Context;
  readonly #jobs = new Map<string, Job>();

  constructor(ctx: Context, jobs: readonly Job[]) {
    this.#ctx = ctx;
    for (const job of jobs) {
      const onFailed = handlerOf(job);
      if (onFailed) this.#jobs.set(job.definition.name, onFailed);
    }
  }

  /** The jobs that run the `onFailed` handlers. */
  get jobs(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Enqueues the `onFailed` job of the failed job, if its kind has one; idempotent while that job waits. */
  async enqueue(db: Kysely<JobTables>, { id, name, payload }: FailedJob): Promise<void> {
    const definition = this.#jobs.get(name)?.definition;
    if (!definition) return;
    await sql`
      select from graphile_worker.add_job(
        identifier => ${definition.name}, payload => ${JSON.stringify(payload)}::json,
        max_attempts => ${definition.maxAttempts}::integer, job_key => ${keyOf(definition.name, id)})`.execute(db);
  }

  log({ id, name, payload, attempts }: FailedJob, error: unknown): void {
    const { requestId } = open(payload);
    this.#ctx.log.error(
      { job: name, id, requestId, err: error, attempt: attempts, maxAttempts: attempts },
      'job failed; not retried: no attempts left',
    );
  }
}

/** Returns the job that runs `onFailed`, with the payload of the failed job. */
function handlerOf({ definition: { name }, onFailed }: Job): Job | undefined {
  if (!onFailed) return undefined;
  const definition = defineJob(`${name}:failed`, { schema: z.unknown() });
  return { definition, work: (payload) => onFailed(payload), onFailed: undefined };
}
