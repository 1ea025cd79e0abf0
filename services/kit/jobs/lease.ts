import { type Kysely, sql } from 'kysely';
import type { FailedJob, Failures } from './failures.ts';
import type { JobTables } from './tables.ts';

/** `last_error` of a job whose process died in its last attempt. */
const deadWorkerError = 'its process died';

/** Result of prolonging a worker's lease. */
export interface LeaseView {
  /** False when the lease had expired and another worker released its jobs. */
  isHeld: boolean;
  /** Ids of its running jobs that were cancelled. */
  cancelled: string[];
  /** Workers whose lease expired; their jobs were released. */
  dead: string[];
  /** Jobs of dead workers that were at their last attempt. */
  failed: FailedJob[];
  /** Milliseconds until the next waiting job is due, at most 0 when one is due; undefined when none waits. */
  dueInMs: number | undefined;
}

/**
 * Leases of job workers. The library itself treats a worker as dead after four hours; here its lease expires, and any
 * other worker then releases its jobs. The library has no functions for jobs locked by a worker, so this class writes
 * to its internal tables; tests cover that.
 */
export class JobWorkers {
  readonly #db: Kysely<JobTables>;
  readonly #failures: Failures;

  constructor(db: Kysely<JobTables>, failures: Failures) {
    this.#db = db;
    this.#failures = failures;
  }

  /** Inserts the lease; call before the worker takes its first job. */
  async acquire(worker: string, leaseMs: number): Promise<void> {
    await sql`
      insert into job_workers (id, alive_until) values (${worker}, now() + ${leaseMs} * interval '1 millisecond')
      on conflict (id) do nothing`.execute(this.#db);
  }

  /** Prolongs the worker's lease and releases the jobs of dead workers. */
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
   * Ends the lease and releases the worker's jobs at once. Those in `interrupted` (id to attempt number) run again now,
   * without counting that attempt.
   */
  async release(worker: string, interrupted: ReadonlyMap<string, number>): Promise<void> {
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
   * Deletes an ended job of this worker with its state. The library would delete it later without checking the owner,
   * and the next job of its queue would wait until the next poll.
   */
  async finish(worker: string, job: string): Promise<void> {
    await sql`
      with finished as (
        delete from graphile_worker._private_jobs where id = ${job}::bigint and locked_by = ${worker}
        returning id, job_queue_id
      ), deleted_state as (
        delete from job_states using finished where job_id = finished.id
      )
      update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
      from finished where queue.id = finished.job_queue_id and queue.locked_by = ${worker}`.execute(this.#db);
  }

  /** Releases the jobs of dead workers and enqueues the `onFailed` jobs of those that used all attempts, atomically. */
  #freeJobsOfDead(worker: string): Promise<Pick<LeaseView, 'dead' | 'failed'>> {
    return this.#db.transaction().execute(async (db) => {
      const { rows } = await sql<{ id: string }>`
        delete from job_workers where alive_until < now() and id <> ${worker} returning id`.execute(db);
      const dead = rows.map(({ id }) => id);
      if (dead.length === 0) return { dead, failed: [] };
      const { rows: failed } = await sql<FailedJob>`
        update graphile_worker._private_jobs as jobs set last_error = ${deadWorkerError}, updated_at = now()
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
