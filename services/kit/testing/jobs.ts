import { type Kysely, sql } from 'kysely';
import type { Postgres } from '../postgres/postgres.ts';
import type { ThingsDb } from './things.ts';
import { until } from './until.ts';

/** Resolves when a job has ended well, or was cancelled. */
export const isOver = (postgres: Postgres<ThingsDb>, id: string): Promise<void> =>
  until(async () => (await postgres.jobs.get(id)) === undefined, `job ${id} is over`);

/** Until when each copy that runs jobs counts as living. */
export async function leasesIn(postgres: Postgres<ThingsDb>): Promise<string[]> {
  const { rows } = await sql<{ until: string }>`select alive_until::text as until from job_workers`.execute(
    postgres.db,
  );
  return rows.map(({ until }) => until);
}

/** Resolves when no job of one kind, or of any, waits or runs. */
export function jobsDone<DB>(db: Kysely<DB>, name = ''): Promise<void> {
  const left = sql`select from graphile_worker.jobs where ${name} in ('', task_identifier)`;
  return until(async () => (await left.execute(db)).rows.length === 0, `jobs are done: ${name || 'all'}`);
}

/** Runs a job that a schedule runs, and resolves when it is over. */
export async function runScheduled<DB>(db: Kysely<DB>, name: string): Promise<void> {
  await sql`select from graphile_worker.add_job(${name}, '{}'::json)`.execute(db);
  await jobsDone(db, name);
}
