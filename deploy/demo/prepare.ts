import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from '@tribus/kit/core/config.ts';
import { isOutage } from '@tribus/kit/core/errors.ts';
import { toVariableName } from '@tribus/kit/core/settings.ts';
import { plan } from '../one/services.ts';
import type { System } from '../one/system.ts';
import { ensureBucket } from '../stores/bucket.ts';
import { ensureDatabase } from '../stores/databases.ts';
import { ensurePrivate } from '../stores/private-files.ts';
import { ensureReplicaSet } from '../stores/replica-set.ts';
import { demoAccountsIn, isDemo, loadDemo } from './demo.ts';

/**
 * Prepares the stores of a development machine before its services start, in a container or a job: a database and a
 * role for each service, MongoDB's replica set, the bucket, and with `SEED=demo` the demo data. Idempotent. In
 * production an operator creates the stores, and this does not run.
 *
 *   POSTGRES_URL            of the administrator
 *   IDENTITY_POSTGRES_URL … of each service with a database; its role is created with that name and password
 *   MONGODB_URL, NATS_URL, REDIS_URL, S3_…, keys and limits: as for the services
 *   DATA_DIR                folder of the demo's progress log
 */
const timeoutMs = 180_000;

process.umask(0o077);

let demoSystem: System | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void (demoSystem?.stop() ?? Promise.resolve()).finally(() => process.exit(1)));

try {
  await prepare(process.env);
  log('stores prepared');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

async function prepare(env: Env): Promise<void> {
  for (const { name, load } of plan)
    if ((await load()).stores.includes('postgres')) await withRetry(() => prepareDatabase(env, name));
  await withRetry(() => ensureReplicaSet(required(env, 'MONGODB_URL')));
  if (env.S3_ENDPOINT) await withRetry(() => ensureBucket(env));
  if (isDemo(env.SEED)) await prepareDemo(env);
}

async function prepareDatabase(env: Env, service: string): Promise<void> {
  const variable = toVariableName(service, 'POSTGRES_URL');
  const { username, password, pathname } = new URL(required(env, variable));
  if (pathname !== `/${username}`) throw new Error(`${variable} must name a database like its role: /${username}`);
  await ensureDatabase(required(env, 'POSTGRES_URL'), { name: username, password: decodeURIComponent(password) });
}

async function prepareDemo(env: Env): Promise<void> {
  const dataDir = resolve(required(env, 'DATA_DIR'));
  ensurePrivate(dataDir);
  if (demoAccountsIn(dataDir)) return log('demo data already loaded');
  log('loading the demo data');
  const { PUBLIC_URL: _, OTEL_EXPORTER_OTLP_ENDPOINT: __, ...settings } = env;
  await loadDemo({
    env: { ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    dataDir,
    begun(system) {
      demoSystem = system;
    },
  });
}

/** Retries while the stores are still starting. */
async function withRetry(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw error;
      await pause(1_000);
    }
  }
}

function required(env: Env, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function log(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
