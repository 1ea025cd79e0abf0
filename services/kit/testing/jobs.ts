import { sql } from 'kysely';
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
