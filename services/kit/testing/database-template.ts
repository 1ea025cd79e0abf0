import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { newestMigration } from '../jobs/schema.ts';
import { kitMigrations, migrate } from '../postgres/migrate.ts';

/** Any number; held by who makes a template, while others wait for it. */
const lock = 7_362_003;

/**
 * The name of a database to which these migrations are applied, to be copied; made once on a server, by whoever needs it
 * first. Nobody can connect to it, so that it can be copied at any time. `admin` is connected to `server`, as somebody
 * who may create databases.
 */
export async function databaseTemplate(admin: pg.Client, server: string, migrations: string): Promise<string> {
  const name = `template_${await digestOf(migrations)}`;
  if (await isMade(admin, name)) return name;
  await admin.query('select pg_advisory_lock($1)', [lock]);
  try {
    if (!(await isMade(admin, name))) await make(admin, server, name, migrations);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [lock]);
  }
  return name;
}

/** Other migrations make another template, also on a server that outlives a run of the tests. */
async function digestOf(migrations: string): Promise<string> {
  const hash = createHash('sha256').update(String(newestMigration));
  for (const folder of [kitMigrations, migrations])
    for (const file of (await readdir(folder)).toSorted())
      hash.update(`\0${file}\0`).update(await readFile(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

async function isMade(admin: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [name]);
  return rowCount === 1;
}

/** It is marked as a template last: what was begun by a process that died is made anew. */
async function make(admin: pg.Client, server: string, name: string, migrations: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const stopping = new AbortController().signal;
  await migrate({ name: 'tests', log: pino({ level: 'silent' }), stopping }, url.href, migrations);
  await admin.query(`alter database ${name} with is_template true allow_connections false`);
}
