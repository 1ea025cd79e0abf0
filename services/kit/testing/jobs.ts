import { type Kysely, sql } from 'kysely';
import type { Postgres } from '../postgres/postgres.ts';
import type { ThingsDb } from './things.ts';
import { until } from './until.ts';

/** Resolves when a job has succeeded or was cancelled. */
export const isOver = (postgres: Postgres<ThingsDb>, id: string): Promise<void> =>
  until(async () => (await postgres.jobs.get(id)) === undefined, `job ${id} is over`);

/** Returns the expiry of each job worker's lease. */
export async function leasesIn(postgres: Postgres<ThingsDb>): Promise<string[]> {
  const { rows } = await sql<{ until: string }>`select alive_until::text as until from job_workers`.execute(
    postgres.db,
  );
  return rows.map(({ until }) => until);
}

/** Resolves when no job waits or runs, of one kind or of all. */
export function jobsDone<DB>(db: Kysely<DB>, name = ''): Promise<void> {
  const remaining = sql`select from graphile_worker.jobs where ${name} in ('', task_identifier)`;
  return until(async () => (await remaining.execute(db)).rows.length === 0, `jobs are done: ${name || 'all'}`);
}

/** Runs a scheduled job now; resolves when it is done. */
export async function runScheduled<DB>(db: Kysely<DB>, name: string): Promise<void> {
  await sql`select from graphile_worker.add_job(${name}, '{}'::json)`.execute(db);
  await jobsDone(db, name);
}
