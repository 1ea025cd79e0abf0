import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../core/context.ts';
import { defineJob, type Job } from './definition.ts';
import { keyOf } from './enqueue.ts';
import { open } from './envelope.ts';
import type { JobTables } from './tables.ts';

/** A job that was tried as often as it may be. */
export interface FailedJob {
  id: string;
  name: string;
  /** As it is kept, with the request that it goes back to. */
  payload: unknown;
  attempts: number;
}

/** What is done about jobs that have failed for good, whichever way. */
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

  /** The jobs that do what kinds with `onFailed` leave to do. */
  get jobs(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Has done what its kind leaves to do; once while that waits, however often this is said. */
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
      'job failed for good',
    );
  }
}

/** It keeps the payload of the job that failed. */
function handlerOf({ definition: { name }, onFailed }: Job): Job | undefined {
  if (!onFailed) return undefined;
  const definition = defineJob(`${name}:failed`, { schema: z.unknown() });
  return { definition, work: (payload) => onFailed(payload), onFailed: undefined };
}
