import { randomBytes } from 'node:crypto';
import { ensureDatabase } from './databases.ts';
import { localSecret } from './local-secrets.ts';
import type { LocalStore, StoreOptions } from './local-store.ts';
import { lockFolder } from './lock.ts';
import { startMongodb } from './mongodb.ts';
import { startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import { ProgramError } from './programs.ts';
import { startRedis } from './redis.ts';
import { type Supervisor, startWithRetry } from './supervisor.ts';

export interface LocalStores {
  /** Addresses by store; for Postgres with the administrator's credentials. */
  urls: Readonly<Record<StoreName, string>>;
  /**
   * Returns the URL of a service's database: the configured one (`CONTENT_POSTGRES_URL`), else one that is created on
   * first use, with its own role.
   */
  postgresUrl(service: string): Promise<string>;
  /** Process id of a store that was started here; changes with each restart. */
  pidOf(store: StoreName): number | undefined;
  /** Stops the stores that were started here; their data stays. */
  stop(): Promise<void>;
}

interface StoreKind {
  /** Variable with the address of a running one. */
  variable: string;
  start(options: StoreOptions): Promise<LocalStore>;
}

const storeNames = ['postgres', 'nats', 'redis', 'mongodb'] as const;

export type StoreName = (typeof storeNames)[number];

const kinds: Readonly<Record<StoreName, StoreKind>> = {
  postgres: { variable: 'POSTGRES_URL', start: startPostgres },
  nats: { variable: 'NATS_URL', start: startNats },
  redis: { variable: 'REDIS_URL', start: startRedis },
  mongodb: { variable: 'MONGODB_URL', start: startMongodb },
};

/**
 * Finds or starts all stores: those with a configured address are used as they are; the others are started here, from a
 * program on PATH or else from npm, with their data under `dataDir`, which no other set of stores may use. With a
 * supervisor, an exited one is restarted at the same address, on the same data.
 */
export async function startStores(options: StartOptions): Promise<LocalStores> {
  const { dataDir, env } = options;
  const missing = storeNames.filter((name) => !env[kinds[name].variable]);
  const unlock = missing.length > 0 ? lockFolder(dataDir) : () => undefined;
  let started: Map<StoreName, LocalStore>;
  try {
    started = await startAll(missing, options);
  } catch (error) {
    unlock();
    throw error;
  }
  const urlOf = (name: StoreName) => started.get(name)?.url ?? env[kinds[name].variable] ?? '';
  const urls = { postgres: urlOf('postgres'), nats: urlOf('nats'), redis: urlOf('redis'), mongodb: urlOf('mongodb') };
  if (options.supervisor) for (const name of started.keys()) supervise(name, started, options, options.supervisor);
  let stopping: Promise<void> | undefined;
  return {
    urls,
    postgresUrl: async (service) =>
      env[`${service.toUpperCase()}_POSTGRES_URL`] || databaseOf(service, urls.postgres, dataDir),
    pidOf: (name) => started.get(name)?.pid,
    stop() {
      stopping ??= stopAll([...started.values()]).finally(unlock);
      return stopping;
    },
  };
}

type StartOptions = Omit<StoreOptions, 'port' | 'signal'> & { supervisor?: Supervisor | undefined };

/** Restarts a store on the same port, because clients have its address. */
function supervise(
  name: StoreName,
  started: Map<StoreName, LocalStore>,
  options: StartOptions,
  supervisor: Supervisor,
): void {
  const store = started.get(name);
  const port = Number(new URL(store?.url ?? '').port);
  void store?.exited.then((how) =>
    supervisor.restart(name, how, async () => {
      started.set(name, await kinds[name].start({ ...options, port, signal: supervisor.stopping }));
      supervise(name, started, options, supervisor);
    }),
  );
}

/** Starts all concurrently; when one fails, all are stopped. */
async function startAll(names: readonly StoreName[], options: StartOptions): Promise<Map<StoreName, LocalStore>> {
  const attempts = await Promise.allSettled(
    names.map(async (name): Promise<[StoreName, LocalStore]> => [name, await startFirst(name, options)]),
  );
  const started = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  const problems = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
  if (problems.length === 0) return new Map(started);
  await stopAll(started.map(([, store]) => store));
  if (problems.length === 1) throw problems[0];
  throw new AggregateError(problems, problems.map(String).join('\n'));
}

const startFirst = (name: StoreName, options: StartOptions): Promise<LocalStore> =>
  startWithRetry(name, () => kinds[name].start(options), {
    log: (sentence) => options.log?.(sentence),
    // A missing or unsuitable program stays so at the next attempt.
    isFinal: (error) => !(error instanceof ProgramError),
  });

async function stopAll(stores: readonly LocalStore[]): Promise<void> {
  await Promise.all(stores.map((store) => store.stop()));
}

function databaseOf(service: string, adminUrl: string, dataDir: string): Promise<string> {
  const name = `tribus_${service}`;
  const password = localSecret(dataDir, `postgres-${service}`, () => randomBytes(24).toString('base64url'));
  return ensureDatabase(adminUrl, { name, password });
}
