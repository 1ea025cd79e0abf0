import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { examplesOf } from '@tribus/kit/core/settings.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import pg from 'pg';
import { definitionOf } from '../checks/definitions.ts';
import { testWithOwnSystem as test } from './targets.ts';

const main = join(import.meta.dirname, '..', '..', 'services', 'identity', 'src', 'main.ts');
let stores: TestStores;
let env: Record<string, string>;

beforeAll(async () => {
  stores = await testStores();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  env = {
    ...stores.env,
    // These addresses are unavailable: a migration needs only the database.
    NATS_URL: 'nats://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    TRIBES_GRPC: '127.0.0.1:1',
    MEDIA_GRPC: '127.0.0.1:1',
    GAMIFICATION_GRPC: '127.0.0.1:1',
    CONTENT_GRPC: '127.0.0.1:1',
    MESSAGING_GRPC: '127.0.0.1:1',
    VIBES_REALTIME_GRPC: '127.0.0.1:1',
    ...examplesOf(definitionOf('identity').variables),
    JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
});
afterAll(() => stores.drop());

test('main.ts migrate creates the tables and ends; a second run changes nothing', async () => {
  const url = await stores.database();
  expect(await finish(migrating(url))).toMatchObject({ code: 0, log: expect.stringContaining('"service":"identity"') });
  const tables = await tablesOf(url);
  expect(tables).toEqual(expect.arrayContaining(['users', 'sessions', 'outbox', 'migrations']));
  expect(await finish(migrating(url))).toMatchObject({ code: 0 });
  expect(await tablesOf(url)).toEqual(tables);
});

test('a killed migration leaves no partial change, and the next run completes it', async () => {
  const url = await stores.database();
  const child = migrating(url, { LOG_LEVEL: 'debug' });
  await untilLogged(child, '0001-accounts (UP)');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await finish(migrating(url))).toMatchObject({ code: 0 });
  expect(await tablesOf(url)).toContain('users');
});

test('a migration stopped while it waits for a server ends with an error code', async () => {
  const child = migrating('postgres://nobody@127.0.0.1:1/none');
  await untilLogged(child, 'cannot connect to a store');
  child.kill('SIGTERM');
  expect(await finish(child)).toMatchObject({ code: 1 });
});

test('a missing setting is reported before the database is used', async () => {
  const { code, complaint } = await finish(migrating('', { JWT_PRIVATE_KEY: '' }));
  expect(code).toBe(1);
  expect(complaint).toContain('POSTGRES_URL is not set');
  expect(complaint).toContain('JWT_PRIVATE_KEY is not set');
});

function migrating(url: string, more: Record<string, string> = {}): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, ['--no-warnings', main, 'migrate'], {
    env: { PATH, NODE_COMPILE_CACHE, ...env, POSTGRES_URL: url, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function finish(child: ChildProcess): Promise<{ code: number | null; log: string; complaint: string }> {
  let log = '';
  let complaint = '';
  child.stdout?.on('data', (chunk) => (log += chunk));
  child.stderr?.on('data', (chunk) => (complaint += chunk));
  await once(child, 'close');
  return { code: child.exitCode, log, complaint };
}

function untilLogged(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stdout?.on('data', (chunk) => {
      log += chunk;
      if (log.includes(text)) resolve();
    });
    child.once('close', () => reject(new Error(`ended without logging "${text}":\n${log}`)));
  });
}

async function tablesOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public' order by 1");
    return rows.map(({ tablename }) => tablename);
  } finally {
    await client.end();
  }
}
