import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Context } from './context.ts';
import { isOutage } from './errors.ts';
import { pause } from './loop.ts';

/** What migrating needs of a context, so that it can be done before a service is started. */
export type Migrating = Pick<Context, 'name' | 'log' | 'stopping'>;

const kitMigrations = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the database to where the code is: the kit's tables (`kit_migrations` remembers which), then the service's
 * (`migrations`). Waits for a server that is not there yet; several processes at once take turns.
 */
export async function migrate(ctx: Migrating, url: string, folder: string): Promise<void> {
  const client = await connectPatiently(ctx, url);
  try {
    await runMigrations(ctx, client, kitMigrations, 'kit_migrations');
    await runMigrations(ctx, client, folder, 'migrations');
  } finally {
    await client.end();
  }
}

async function runMigrations(ctx: Migrating, client: pg.Client, dir: string, migrationsTable: string): Promise<void> {
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

async function connectPatiently(ctx: Migrating, url: string): Promise<pg.Client> {
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    const client = new pg.Client({ connectionString: url, application_name: ctx.name, connectionTimeoutMillis: 2_000 });
    // A connection lost while it idles between two statements is noticed by the next statement.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isOutage(error)) throw error;
      ctx.log.warn({ err: error }, 'waiting for the database');
      await pause(waitMs, ctx.stopping);
      if (ctx.stopping.aborted) throw error;
    }
  }
}
