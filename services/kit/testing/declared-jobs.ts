import type { Job } from '../jobs/definition.ts';
import { asAdministrator } from './administrator.ts';
import { until } from './until.ts';

/** A job to run, with its payload. */
export interface WaitingJob {
  job: Job;
  payload: unknown;
}

/**
 * Enqueues jobs for a running service. Resolves when all have succeeded or one has failed, to the errors by job name.
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
    const remaining = async (): Promise<{ name: string; error: string | null }[]> => {
      const query = 'select task_identifier as name, last_error as error from graphile_worker.jobs where id = any($1)';
      return (await database.query(query, [ids])).rows;
    };
    const failures = async () =>
      (await remaining()).flatMap(({ name, error }) => (error ? [[name, error] as const] : []));
    await until(async () => (await remaining()).length === 0 || (await failures()).length > 0, 'the jobs are over');
    return Object.fromEntries(await failures());
  });
}
