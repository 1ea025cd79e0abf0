import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { JobSettings } from './definition.ts';
import { keyOf } from './enqueue.ts';
import type { JobTables } from './tables.ts';

const listMax = 100;

/** `failed`: all attempts used; stored for thirty days. Jobs that succeeded are deleted. */
export type JobState = 'waiting' | 'running' | 'failed';

export interface JobView {
  id: string;
  name: string;
  /** The key it was enqueued with. */
  key: string | undefined;
  state: JobState;
  /** Attempts so far, including a running one. */
  attempts: number;
  maxAttempts: number;
  /** Error of the last failed attempt. */
  lastError: string | undefined;
  /** Scheduled start of the next or last attempt. */
  runAt: Date;
  createdAt: Date;
  /** Last saved progress. */
  progress: { done: number; total: number | undefined } | undefined;
  /** Running, with cancellation requested. */
  isCancelled: boolean;
}

/** Finds, cancels and retries the jobs of one service. */
export class Jobs {
  readonly #db: Kysely<JobTables>;

  constructor(db: Kysely<JobTables>) {
    this.#db = db;
  }

  /** Returns a job by id; undefined when it succeeded, was cancelled or never existed. */
  async get(id: string): Promise<JobView | undefined> {
    if (!isId(id)) return undefined;
    return (await this.#select(sql`jobs.id = ${id}::bigint`))[0];
  }

  /** Returns the waiting, running or failed job with this key. */
  async find({ name }: JobSettings, key: string): Promise<JobView | undefined> {
    return (await this.#select(sql`jobs.key = ${keyOf(name, key)}`))[0];
  }

  /** Returns the newest hundred jobs of a kind. */
  list({ name }: JobSettings): Promise<JobView[]> {
    return this.#select(sql`jobs.task_identifier = ${name}`);
  }

  /**
   * Cancels a job. Returns `removed` when it waited or had failed and is deleted; `signalled` when it is running: its
   * signal is aborted and it is not retried; `unknown` when it has ended or never existed.
   */
  cancel(id: string): Promise<'removed' | 'signalled' | 'unknown'> {
    if (!isId(id)) return Promise.resolve('unknown');
    return this.#db.transaction().execute(async (db) => {
      const removed = await sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(db);
      if (removed.rows.length > 0) {
        await sql`delete from job_states where job_id = ${id}::bigint`.execute(db);
        return 'removed';
      }
      const signalled = await sql`
        insert into job_states (job_id, cancelled) select id, true from graphile_worker.jobs where id = ${id}::bigint
        on conflict (job_id) do update set cancelled = true returning job_id`.execute(db);
      if (signalled.rows.length === 0) return 'unknown';
      await sql`select pg_notify(${cancelChannel}, ${id})`.execute(db);
      return 'signalled';
    });
  }

  /** Runs a failed or waiting job now, with all its attempts; returns false when there is no such job. */
  async retry(id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const { rows } = await sql`
      select id, pg_notify('jobs:insert', '{"count":1}')
      from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(this.#db);
    return rows.length > 0;
  }

  async #select(condition: RawBuilder<unknown>): Promise<JobView[]> {
    const { rows } = await sql<JobRow>`
      select jobs.id::text, task_identifier as name, key, ${stateOfJob} as state, attempts::integer,
        max_attempts::integer as "maxAttempts", last_error as "lastError", run_at as "runAt",
        created_at as "createdAt", done, total, coalesce(cancelled, false) as "isCancelled"
      from graphile_worker.jobs left join job_states on job_id = jobs.id
      where ${condition} order by jobs.id desc limit ${listMax}`.execute(this.#db);
    return rows.map(viewOf);
  }
}

/** Deletes up to `limit` jobs that failed more than thirty days ago; returns their number. */
export async function deleteFailedJobs(db: Kysely<JobTables>, limit: number): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where locked_at is null and attempts >= max_attempts and updated_at < now() - interval '30 days'
      limit ${limit}
    ))`.execute(db);
  return rows.length;
}

/** SQL condition: true for rows of `job_states` whose job has ended. */
export const isStateOfEndedJob: RawBuilder<boolean> = sql`
  not exists (select from graphile_worker.jobs where jobs.id = job_id)`;

/** Postgres channel on which workers receive the ids of cancelled jobs of this database. */
export const cancelChannel = 'jobs:cancel';

/** SQL expression: the state of a row of `graphile_worker.jobs`. */
export const stateOfJob: RawBuilder<JobState> = sql`
  case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed' else 'waiting' end`;

const isId = (text: string): boolean => /^\d{1,18}$/.test(text);

interface JobRow extends Omit<JobView, 'key' | 'lastError' | 'progress'> {
  key: string | null;
  lastError: string | null;
  done: number | null;
  total: number | null;
}

const viewOf = ({ key, lastError, done, total, ...row }: JobRow): JobView => ({
  ...row,
  key: key?.slice(row.name.length + 1),
  lastError: lastError ?? undefined,
  progress: done === null ? undefined : { done, total: total ?? undefined },
});
