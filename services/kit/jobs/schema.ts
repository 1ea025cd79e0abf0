import pg from 'pg';
import type { Context } from '../core/context.ts';
import { codeOf } from '../core/errors.ts';
import type { Families } from '../core/retention.ts';

/** The newest migration of the installed library version; checked by a test. */
export const newestMigration = 20;
/** Key of the advisory lock, which is per database: any constant number. */
const lock = 7_362_002;
const undefinedTable = '42P01';

/** The tables of the library of jobs, graphile-worker. */
export const jobLibraryTables: Families = {
  'graphile_worker._private_jobs': {
    contains: 'waiting, running and failed jobs, with ids as payload',
    until:
      'the job has succeeded or is cancelled; a failed one until an operator retries or cancels it, at most 30 days',
  },
  'graphile_worker._private_job_queues': {
    contains: 'the kinds of jobs that run one at a time',
    until: 'never: one row per kind',
  },
  'graphile_worker._private_tasks': { contains: 'the names of the kinds of jobs', until: 'never: one row per kind' },
  'graphile_worker._private_known_crontabs': {
    contains: 'the last run of each scheduled job',
    until: 'never: one row per schedule',
  },
  'graphile_worker.migrations': {
    contains: 'applied migrations of the library',
    until: 'never: one row per migration',
  },
};

/**
 * Migrates the library's schema `graphile_worker`, one process at a time. When it is up to date, costs one query and
 * does not load the library. `client` is connected to the database of `url`.
 */
export async function migrateJobs(ctx: Pick<Context, 'name' | 'log'>, client: pg.Client, url: string): Promise<void> {
  if (await isMigrated(client)) return;
  await client.query('select pg_advisory_lock($1)', [lock]);
  try {
    if (!(await isMigrated(client))) await runMigrations(ctx, url);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]);
  }
}

async function isMigrated(client: pg.Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ newest: number | null }>(
      'select max(id) as newest from graphile_worker.migrations',
    );
    return (rows[0]?.newest ?? 0) >= newestMigration;
  } catch (error) {
    if (codeOf(error) === undefinedTable) return false;
    throw error;
  }
}

/** The library requires a pool with error listeners on its connections. */
async function runMigrations({ name, log }: Pick<Context, 'name' | 'log'>, url: string): Promise<void> {
  const library = await import('./library.ts');
  const pool = new pg.Pool({ connectionString: url, application_name: name, max: 1, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await library.runMigrations({ pgPool: pool, logger: library.loggerTo(log), noHandleSignals: true });
  } finally {
    await pool.end();
  }
}
