import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ConnectionReport } from '../core/connection-report.ts';
import type { Context } from '../core/context.ts';
import { codeOf, isOutage } from '../core/errors.ts';
import { pause } from '../core/loop.ts';
import { migrateJobs } from '../jobs/schema.ts';

/** What migrating needs of a context, so that it can be done before a service is started. */
export type Migrating = Pick<Context, 'name' | 'log' | 'stopping'>;

/** The folder of the kit's own migrations. */
export const kitMigrations = fileURLToPath(new URL('./migrations', import.meta.url));
const undefinedTable = '42P01';

/**
 * Brings the database to where the code is: the kit's tables (`kit_migrations` remembers which), those of jobs
 * (jobs/schema.ts), then the service's (`migrations`). Waits for a server that is not there yet, that refuses the password or that goes away meanwhile, and
 * logs why; several processes at once take turns. Rejects when a migration fails, or with the last failure when the
 * process stops.
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

/** What made the attempt fail, where another one may succeed; every migration is a transaction and can be repeated. */
async function attempt(ctx: Migrating, url: string, folder: string): Promise<{ error: unknown } | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: ctx.name, connectionTimeoutMillis: 2_000 });
  // A connection lost while it idles between two statements is noticed by the next statement.
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
    // A connection that is lost already has nothing to say at its end.
    await client.end().catch(() => undefined);
  }
}

/** One look, and the library is not even loaded, when all of them are applied already. */
async function runMigrations(ctx: Migrating, client: pg.Client, dir: string, migrationsTable: string): Promise<void> {
  if (await areApplied(client, dir, migrationsTable)) return;
  const { runner } = await import('node-pg-migrate');
  const say = (line: string) => ctx.log.debug({ migration: line.trim() }, 'migrating');
  await runner({
    dbClient: client,
    dir,
    migrationsTable,
    direction: 'up',
    singleTransaction: true,
    advisoryLockMode: 'wait',
    logger: { debug: say, info: say, warn: say, error: say },
  });
}

/** Whether the migrations of the folder, and no others, are applied in their order; what else there is the library judges. */
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
