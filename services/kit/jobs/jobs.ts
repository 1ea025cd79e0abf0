import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { JobSettings } from './definition.ts';
import { keyOf } from './enqueue.ts';
import type { JobTables } from './tables.ts';

const listMax = 100;

/** `failed`: it was tried as often as it may be, and is kept for thirty days. One that succeeded is not there any more. */
export type JobState = 'waiting' | 'running' | 'failed';

export interface JobView {
  id: string;
  name: string;
  /** As it was enqueued with. */
  key: string | undefined;
  state: JobState;
  /** So far, the one at work included. */
  attempts: number;
  maxAttempts: number;
  /** Of the last attempt that failed. */
  lastError: string | undefined;
  /** When it runs, or was to run. */
  runAt: Date;
  createdAt: Date;
  /** What it noted last. */
  progress: { done: number; total: number | undefined } | undefined;
  /** Running, and asked to end. */
  isCancelled: boolean;
}

/** The jobs of one service, for those who wait for one or want to stop it. */
export class Jobs {
  readonly #db: Kysely<JobTables>;

  constructor(db: Kysely<JobTables>) {
    this.#db = db;
  }

  /** Undefined when it has succeeded, was cancelled or never was. */
  async get(id: string): Promise<JobView | undefined> {
    if (!isId(id)) return undefined;
    return (await this.#select(sql`jobs.id = ${id}::bigint`))[0];
  }

  /** The one that waits, runs or has failed with this key. */
  async find({ name }: JobSettings, key: string): Promise<JobView | undefined> {
    return (await this.#select(sql`jobs.key = ${keyOf(name, key)}`))[0];
  }

  /** The newest hundred of a kind. */
  list({ name }: JobSettings): Promise<JobView[]> {
    return this.#select(sql`jobs.task_identifier = ${name}`);
  }

  /**
   * `removed`: it waited or had failed, and is gone. `signalled`: it runs, its signal is aborted, and it is not tried
   * again. `unknown`: it is over, or never was.
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

  /** Has a job that failed, or that waits for its next attempt, run now, as if for the first time; false when none does. */
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

/** Deletes up to `limit` of the jobs that failed thirty days ago; resolves to how many. */
export async function deleteFailedJobs(db: Kysely<JobTables>, limit: number): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where locked_at is null and attempts >= max_attempts and updated_at < now() - interval '30 days'
      limit ${limit}
    ))`.execute(db);
  return rows.length;
}

/** True of rows of `job_states` whose job is over. */
export const isStateOfEndedJob: RawBuilder<boolean> = sql`
  not exists (select from graphile_worker.jobs where jobs.id = job_id)`;

/** Where workers hear of jobs that are cancelled; of this database alone. */
export const cancelChannel = 'jobs:cancel';

/** The state of a row of `graphile_worker.jobs`. */
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
