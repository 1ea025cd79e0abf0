import { type Kysely, sql } from 'kysely';
import type { FailedJob, Failures } from './failures.ts';
import type { JobTables } from './tables.ts';

/** Of a job that the process did not survive. */
const lastErrorOfDead = 'its process died';

/** What a worker hears when it shows that it lives. */
export interface LeaseView {
  /** False when others have taken this one for dead, and its jobs. */
  isHeld: boolean;
  /** Those of the jobs it runs that shall end. */
  cancelled: string[];
  /** Workers that were found dead now, and whose jobs are free. */
  dead: string[];
  /** Of the jobs of the dead those that were at their last attempt. */
  failed: FailedJob[];
  /** Milliseconds until the next job that waits is due, 0 and below when one is; undefined when none waits. */
  dueInMs: number | undefined;
}

/**
 * Who runs jobs, and until when that counts. The library itself takes a worker for dead after four hours; here it does
 * not live longer than it says, and whoever finds it dead frees its jobs. For a job that a worker has, the library has no
 * functions; what is written to its own tables here is held by tests.
 */
export class JobWorkers {
  readonly #db: Kysely<JobTables>;
  readonly #failures: Failures;

  constructor(db: Kysely<JobTables>, failures: Failures) {
    this.#db = db;
    this.#failures = failures;
  }

  /** To be done before the worker takes its first job. */
  async enter(worker: string, leaseMs: number): Promise<void> {
    await sql`
      insert into job_workers (id, alive_until) values (${worker}, now() + ${leaseMs} * interval '1 millisecond')
      on conflict (id) do nothing`.execute(this.#db);
  }

  /** Prolongs the lease of the worker, and frees the jobs of dead ones. */
  async prolong(worker: string, leaseMs: number, running: readonly string[]): Promise<LeaseView> {
    const { rows } = await sql<
      Omit<LeaseView, 'dead' | 'failed' | 'dueInMs'> & { someAreDead: boolean; dueInMs: number | null }
    >`
      with own as (
        update job_workers set alive_until = now() + ${leaseMs} * interval '1 millisecond'
        where id = ${worker} returning id
      )
      select exists (select from own) as "isHeld",
        exists (select from job_workers where alive_until < now() and id <> ${worker}) as "someAreDead",
        array(
          select job_id::text from job_states where cancelled and job_id = any(${running}::bigint[])
        ) as cancelled,
        (
          select extract(epoch from min(run_at) - now())::float8 * 1000
          from graphile_worker.jobs where locked_at is null and attempts < max_attempts
        ) as "dueInMs"`.execute(this.#db);
    const { isHeld = false, cancelled = [], dueInMs, someAreDead } = rows[0] ?? {};
    const freed = someAreDead ? await this.#freeJobsOfDead(worker) : { dead: [], failed: [] };
    return { isHeld, cancelled, dueInMs: dueInMs ?? undefined, ...freed };
  }

  /**
   * Its jobs, if it still has any, are free at once; those in `interrupted`, with the number of their attempt, run again
   * now, as if that attempt had not been.
   */
  async leave(worker: string, interrupted: ReadonlyMap<string, number>): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await sql`delete from job_workers where id = ${worker}`.execute(db);
      await sql`select graphile_worker.force_unlock_workers(array[${worker}::text])`.execute(db);
      for (const [id, attempts] of interrupted)
        await sql`
          select pg_notify('jobs:insert', '{"count":1}')
          from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => ${attempts - 1})`.execute(
          db,
        );
    });
  }

  /**
   * A job that this worker has is over, with all that it noted. The library would write that later and without looking
   * whose job it is by now, and the next one of its queue would wait for its next look.
   */
  async finish(worker: string, job: string): Promise<void> {
    await sql`
      with finished as (
        delete from graphile_worker._private_jobs where id = ${job}::bigint and locked_by = ${worker}
        returning id, job_queue_id
      ), forgotten as (
        delete from job_states using finished where job_id = finished.id
      )
      update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
      from finished where queue.id = finished.job_queue_id and queue.locked_by = ${worker}`.execute(this.#db);
  }

  /** What is left to do for a job that failed at its last attempt is enqueued with that, or the job is not free. */
  #freeJobsOfDead(worker: string): Promise<Pick<LeaseView, 'dead' | 'failed'>> {
    return this.#db.transaction().execute(async (db) => {
      const { rows } = await sql<{ id: string }>`
        delete from job_workers where alive_until < now() and id <> ${worker} returning id`.execute(db);
      const dead = rows.map(({ id }) => id);
      if (dead.length === 0) return { dead, failed: [] };
      const { rows: failed } = await sql<FailedJob>`
        update graphile_worker._private_jobs as jobs set last_error = ${lastErrorOfDead}, updated_at = now()
        from graphile_worker._private_tasks as tasks
        where jobs.task_id = tasks.id and locked_by = any(${dead}::text[]) and attempts >= max_attempts
          and not exists (select from job_states where job_id = jobs.id and cancelled)
        returning jobs.id::text, tasks.identifier as name, payload, attempts::integer`.execute(db);
      for (const job of failed) await this.#failures.enqueue(db, job);
      await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db);
      return { dead, failed };
    });
  }
}
