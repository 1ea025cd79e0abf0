import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from '@tribus/kit/core/config.ts';
import type { Topology } from '../one/system.ts';
import { freePorts } from '../stores/ports.ts';
import { type LocalStores, startStores } from '../stores/stores.ts';
import { minus, type Usage, usageOf, usageOfFamily } from './usage.ts';

/** Resource usage of each side. */
export interface Usages {
  server: Usage;
  stores: Usage;
  /** This process, which generates the load. */
  generator: Usage;
}

/** A system to put under load. */
export interface BenchSystem {
  url: string;
  /** Details available only for a system that was started here. */
  own?: OwnSystem;
  close(): Promise<void>;
}

/** Email address and password of an administrator. */
export interface Credentials {
  email: string;
  password: string;
}

export interface OwnSystem {
  admin: Credentials;
  usages(): Usages;
  /** Addresses of the stores; that of Postgres is the administrator's. */
  stores: LocalStores['urls'];
  /** Waits until the system is idle; returns the seconds that took. */
  untilIdle(): Promise<number>;
  /** Stops everything and restarts it on its data; returns the milliseconds until it responds. Call it last. */
  coldStart(): Promise<number>;
}

const admin: Credentials = { email: 'admin@bench.test', password: 'una clave para medir' };
const adminSettings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };

/** All clients come from one address at a high rate. */
const noLimits = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000000',
  RATE_LIMIT_REGISTER_PER_MINUTE: '1000000000',
  RATE_LIMIT_POSTS_PER_HOUR: '1000000000',
  RATE_LIMIT_COMMENTS_PER_HOUR: '1000000000',
  NEW_ACCOUNT_HOURS: '0',
  RATE_LIMIT_LOGIN_FAILURES: '100000',
};

/** Checkout of this file. */
export const ownCheckout = join(import.meta.dirname, '..', '..');
const startWithinMs = 60_000;
const idleWithinMs = 120_000;
/** Includes seeding the demo's data. */
const seededWithinMs = 600_000;

/** Uses a running system, whose processes are unknown. */
export const useRunningSystem = (url: string): BenchSystem => ({ url, close: async () => undefined });

interface StartOptions {
  topology: Topology;
  /** Seeds a little of the demo's data; none when undefined. */
  seed?: 'short';
  /** Folder of the code to run. */
  checkout?: string;
}

/** Starts the stores, and the system in its own process as `npm start` does in its checkout. */
export async function startBenchSystem({
  topology,
  seed,
  checkout = ownCheckout,
}: StartOptions): Promise<BenchSystem & { own: OwnSystem }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tribus-bench-'));
  const stores = await startStores({ dataDir, env: process.env });
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const settings = { DATA_DIR: dataDir, PORT: String(port), SEED: seed ?? 'none', ...adminSettings, ...noLimits };
  const { postgres, nats, redis, mongodb } = stores.urls;
  const addresses = { POSTGRES_URL: postgres, NATS_URL: nats, REDIS_URL: redis, MONGODB_URL: mongodb };
  const start = (env: Env) => launch(checkout, topology, env);
  let server = start({ ...settings, ...addresses });
  await untilResponding(url, server, seed ? seededWithinMs : startWithinMs);
  return {
    url,
    own: {
      admin,
      stores: stores.urls,
      usages() {
        const generator = usageOf(process.pid);
        const all = usageOfFamily(process.pid);
        const family = usageOfFamily(server.pid ?? 0);
        return { server: family, generator, stores: minus(all, generator, family) };
      },
      untilIdle: () => waitUntilCpuIdle(() => usageOfFamily(server.pid ?? 0).cpuSeconds),
      async coldStart() {
        await ended(server);
        await stores.stop();
        const began = performance.now();
        server = start(settings);
        await untilResponding(url, server);
        return performance.now() - began;
      },
    },
    async close() {
      await ended(server);
      await stores.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Launches it as bootstrap.mjs does. */
function launch(checkout: string, topology: Topology, settings: Env): ChildProcess {
  const args = [
    '--max-semi-space-size=16',
    '--max-old-space-size=768',
    '--no-warnings',
    'deploy/one/main.ts',
    topology,
  ];
  const { PATH, HOME, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_OPTIONS, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2', ...settings };
  return spawn(process.execPath, args, { cwd: checkout, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Waits until processor time stops growing: the events of writes are handled after the response. */
async function waitUntilCpuIdle(cpuSeconds: () => number): Promise<number> {
  const began = performance.now();
  let used = cpuSeconds();
  for (let quiet = 0; quiet < 2 && performance.now() < began + idleWithinMs; ) {
    await pause(500);
    const now = cpuSeconds();
    quiet = now - used < 0.05 ? quiet + 1 : 0;
    used = now;
  }
  return (performance.now() - began) / 1000;
}

async function untilResponding(url: string, server: ChildProcess, withinMs = startWithinMs): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline && server.exitCode === null) {
    if (await isUp(url)) return;
    await pause(20);
  }
  server.kill('SIGKILL');
  throw new Error('the system did not start; was `npm start` run in its checkout?');
}

async function isUp(url: string): Promise<boolean> {
  try {
    const health = await (await fetch(`${url}/api/health`)).json();
    return typeof health === 'object' && health !== null && 'status' in health && health.status === 'ok';
  } catch {
    // The port is not open yet.
    return false;
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await exit;
}
