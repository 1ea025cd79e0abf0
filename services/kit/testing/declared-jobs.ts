import type { Job } from '../jobs/definition.ts';
import { asAdministrator } from './administrator.ts';
import { until } from './until.ts';

/** A job that is to be run, with what it is enqueued with. */
export interface WaitingJob {
  job: Job;
  payload: unknown;
}

/**
 * Has a service run these jobs, as if a transaction of its own had enqueued them. Resolves when each has succeeded, or as
 * soon as one has failed: to the failures, by the names of the jobs.
 */
export function runJobs(postgresUrl: string, waiting: readonly WaitingJob[]): Promise<Record<string, string>> {
  return asAdministrator(postgresUrl, async (database) => {
    const ids: string[] = [];
    for (const { job, payload } of waiting) {
      const enqueued = await database.query('select id::text from graphile_worker.add_job($1, payload => $2::json)', [
        job.definition.name,
        JSON.stringify({ payload, requestId: '' }),
      ]);
      ids.push(enqueued.rows[0].id);
    }
    const left = async (): Promise<{ name: string; error: string | null }[]> => {
      const question =
        'select task_identifier as name, last_error as error from graphile_worker.jobs where id = any($1)';
      return (await database.query(question, [ids])).rows;
    };
    const failures = async () => (await left()).flatMap(({ name, error }) => (error ? [[name, error] as const] : []));
    await until(async () => (await left()).length === 0 || (await failures()).length > 0, 'the jobs are over');
    return Object.fromEntries(await failures());
  });
}
