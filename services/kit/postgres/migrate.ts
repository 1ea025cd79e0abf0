import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ConnectionReport } from '../core/connection-report.ts';
import type { Context } from '../core/context.ts';
import { codeOf, isOutage } from '../core/errors.ts';
import { pause } from '../core/loop.ts';
import type { Families } from '../core/retention.ts';
import { migrateJobs } from '../jobs/schema.ts';

/** The part of a context that migrations need, so that they can run before a service is started. */
export type Migrating = Pick<Context, 'name' | 'log' | 'stopping'>;

/** Folder of the kit's own migrations. */
export const kitMigrations = fileURLToPath(new URL('./migrations', import.meta.url));
const undefinedTable = '42P01';

const applied = { until: 'never: one row per migration' };

/** The tables that record applied migrations. */
export const migrationTables: Families = {
  'public.migrations': { contains: 'applied migrations of the service', ...applied },
  'public.kit_migrations': { contains: 'applied migrations of the kit', ...applied },
};

/**
 * Migrates the database: the kit's tables (recorded in `kit_migrations`), those of jobs (jobs/schema.ts), then the
 * service's (`migrations`). Retries, with a log line, while the server is unreachable or refuses the password;
 * concurrent processes take turns. Rejects when a migration fails, or with the last error when the process stops.
 */
export async function migrate(ctx: Migrating, url: string, folder: string): Promise<void> {
  const report = new ConnectionReport(ctx.log, 'postgres');
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    const failure = await attempt(ctx, url, folder);
    if (!failure) return report.connected();
    report.failed(failure.error);
    await pause(waitMs, ctx.stopping);
    if (ctx.stopping.aborted) throw failure.error;
  }
}

/** Returns the error when a retry may succeed, throws otherwise; retries are safe: each migration is a transaction. */
async function attempt(ctx: Migrating, url: string, folder: string): Promise<{ error: unknown } | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: ctx.name, connectionTimeoutMillis: 2_000 });
  // A connection lost between two statements fails the next statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    return { error };
  }
  try {
    await runMigrations(ctx, client, kitMigrations, 'kit_migrations');
    await migrateJobs(ctx, client, url);
    await runMigrations(ctx, client, folder, 'migrations');
    return undefined;
  } catch (error) {
    if (!isOutage(error)) throw error;
    return { error };
  } finally {
    // Closing a lost connection fails; that error adds nothing.
    await client.end().catch(() => undefined);
  }
}

/** When all migrations are applied, costs one query and does not load the library. */
async function runMigrations(ctx: Migrating, client: pg.Client, dir: string, migrationsTable: string): Promise<void> {
  if (await areApplied(client, dir, migrationsTable)) return;
  const { runner } = await import('node-pg-migrate');
  const logAt = (level: 'debug' | 'warn' | 'error') => (line: string) =>
    ctx.log[level]({ migration: line.trim() }, 'migrating');
  await runner({
    dbClient: client,
    dir,
    migrationsTable,
    direction: 'up',
    singleTransaction: true,
    advisoryLockMode: 'wait',
    logger: { debug: logAt('debug'), info: logAt('debug'), warn: logAt('warn'), error: logAt('error') },
  });
}

/** Whether exactly the migrations of the folder are applied, in order; the library handles all other cases. */
async function areApplied(client: pg.Client, dir: string, migrationsTable: string): Promise<boolean> {
  const wanted = (await readdir(dir)).map((file) => parse(file).name).toSorted();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select name from ${client.escapeIdentifier(migrationsTable)} order by run_on, id`,
    );
    return rows.map(({ name }) => name).join() === wanted.join();
  } catch (error) {
    if (codeOf(error) === undefinedTable) return false;
    throw error;
  }
}
