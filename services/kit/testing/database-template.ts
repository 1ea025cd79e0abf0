import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { newestMigration } from '../jobs/schema.ts';
import { kitMigrations, migrate } from '../postgres/migrate.ts';

/** Advisory lock: one process creates a template while others wait. Any constant number. */
const lock = 7_362_003;

/**
 * Returns the name of a template database with these migrations applied, created on first use on a server. It refuses
 * connections, so that it can be copied at any time. `admin` is connected to `server` and may create databases.
 */
export async function databaseTemplate(admin: pg.Client, server: string, migrations: string): Promise<string> {
  const name = `template_${await digestOf(migrations)}`;
  if (await templateExists(admin, name)) return name;
  await admin.query('select pg_advisory_lock($1)', [lock]);
  try {
    if (!(await templateExists(admin, name))) await createTemplate(admin, server, name, migrations);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [lock]);
  }
  return name;
}

/** Hash of the migrations, so that a server that outlives a test run does not reuse an outdated template. */
async function digestOf(migrations: string): Promise<string> {
  const hash = createHash('sha256').update(String(newestMigration));
  for (const folder of [kitMigrations, migrations])
    for (const file of (await readdir(folder)).toSorted())
      hash.update(`\0${file}\0`).update(await readFile(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

async function templateExists(admin: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [name]);
  return rowCount === 1;
}

/** Marks the database as a template last, so that one left unfinished by a killed process is created again. */
async function createTemplate(admin: pg.Client, server: string, name: string, migrations: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const stopping = new AbortController().signal;
  await migrate({ name: 'tests', log: pino({ level: 'silent' }), stopping }, url.href, migrations);
  await admin.query(`alter database ${name} with is_template true allow_connections false`);
}
