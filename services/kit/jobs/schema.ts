import pg from 'pg';
import type { Context } from '../core/context.ts';
import { codeOf } from '../core/errors.ts';

/** The newest migration of the library that is installed; a test holds it. */
export const newestMigration = 20;
/** Any number, the same in all copies of a service; advisory locks are a database's own. */
const lock = 7_362_002;
const undefinedTable = '42P01';

/**
 * Migrates the library's schema `graphile_worker`; several processes take turns. One look, and the library is not even
 * loaded, when that is done already. `client` is connected to the database of `url`.
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

/** The library wants a pool, and listeners for what happens to its connections. */
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
