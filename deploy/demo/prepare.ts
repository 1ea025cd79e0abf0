import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from '@tribus/kit/core/config.ts';
import { isOutage } from '@tribus/kit/core/errors.ts';
import { variableOf } from '@tribus/kit/core/settings.ts';
import { plan } from '../one/services.ts';
import type { System } from '../one/system.ts';
import { ensureBucket } from '../stores/bucket.ts';
import { ensureDatabase } from '../stores/databases.ts';
import { ensurePrivate } from '../stores/private-files.ts';
import { ensureReplicaSet } from '../stores/replica-set.ts';
import { demoAccountsIn, isDemo, loadDemo } from './demo.ts';

/**
 * What a machine for trying things out needs before the services start on it, where a container or a job is run for it:
 * a database and a role for each service, MongoDB's replica set, the bucket, and with `SEED=demo` the demo's story. Run
 * again it changes nothing. In production an operator makes the stores, and nobody runs this.
 *
 *   POSTGRES_URL            the administrator's
 *   IDENTITY_POSTGRES_URL … of each service that has a database; its role is made with that name and password
 *   MONGODB_URL, NATS_URL, REDIS_URL, S3_…, keys and limits: as the services get them
 *   DATA_DIR                remembers how far the story was told
 */
const timeoutMs = 180_000;

process.umask(0o077);

let demoSystem: System | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void (demoSystem?.stop() ?? Promise.resolve()).finally(() => process.exit(1)));

try {
  await prepare(process.env);
  say('Everything is prepared.');
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
  const variable = variableOf(service, 'POSTGRES_URL');
  const { username, password, pathname } = new URL(required(env, variable));
  if (pathname !== `/${username}`) throw new Error(`${variable} must name a database like its role: /${username}`);
  await ensureDatabase(required(env, 'POSTGRES_URL'), { name: username, password: decodeURIComponent(password) });
}

async function prepareDemo(env: Env): Promise<void> {
  const dataDir = resolve(required(env, 'DATA_DIR'));
  ensurePrivate(dataDir);
  if (demoAccountsIn(dataDir)) return say('The demo was told before.');
  say('Loading the demo data…');
  const { PUBLIC_URL: _, OTEL_EXPORTER_OTLP_ENDPOINT: __, ...own } = env;
  await loadDemo({
    env: { ...own, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    dataDir,
    begun(system) {
      demoSystem = system;
    },
  });
}

/** Stores that start at the same time are waited for. */
async function withRetry(work: () => Promise<void>): Promise<void> {
  const giveUp = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > giveUp) throw error;
      await pause(1_000);
    }
  }
}

function required(env: Env, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
