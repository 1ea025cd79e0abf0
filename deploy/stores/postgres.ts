import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { revokePublicAccess } from './databases.ts';
import { localSecret } from './local-secrets.ts';
import type { LocalStore, StoreOptions } from './local-store.ts';
import { worksIn } from './orphans.ts';
import { type Cluster, clusterIn, isMade, makeCluster, pathFromInside, programsFor } from './postgres-cluster.ts';
import { findPostgres, type PostgresPrograms } from './postgres-programs.ts';
import { onPort, ProgramError, type RunningProgram, startProgram } from './programs.ts';

const waitForOldServerMs = 10_000;

/** For one machine: small, but acknowledged writes are on disk. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Dropping a database syncs all new data to disk: for many databases on a slow disk, that takes minutes. */
const disposableSettings: Readonly<Record<string, string>> = { fsync: 'off', full_page_writes: 'off' };

/** Starts Postgres with its files in `dataDir/postgres`, created on first use. The URL is the administrator's. */
export async function startPostgres(options: StoreOptions): Promise<LocalStore> {
  const { dataDir, env, port, log, disposable = false } = options;
  const cluster = clusterIn(join(dataDir, 'postgres'), { disposable });
  const password = localSecret(dataDir, 'postgres-admin', () => randomBytes(24).toString('base64url'));
  const found = await findPostgres(env, cluster.owner);
  const isNew = !isMade(cluster);
  if (isNew) log?.('Making the database (first run only)…');
  const programs = isNew ? await makeCluster(cluster, password, found) : programsFor(cluster, found);
  removeStaleLock(cluster);
  return onPort(port, async (chosen) => {
    const server = await retryWhileOldServerRuns(() => startServer(programs, cluster, options, chosen));
    const url = `postgres://postgres:${password}@127.0.0.1:${chosen}/postgres`;
    try {
      await revokePublicAccess(url);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { url, ...server };
  });
}

function startServer(
  { folder, version }: PostgresPrograms,
  cluster: Cluster,
  store: StoreOptions,
  port: number,
): Promise<RunningProgram> {
  // From 18 on, read-ahead uses extra processes, which a laptop can do without.
  const all = {
    ...settings,
    ...(cluster.disposable && disposableSettings),
    ...(version >= 18 && { io_method: 'sync' }),
    port: String(port),
  };
  return startProgram({
    name: 'postgres',
    command: join(folder, 'postgres'),
    args: [
      '-D',
      pathFromInside(cluster),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    store,
    cwd: cluster.folder,
    owner: cluster.owner,
    ready: /database system is ready to accept connections/,
    // "Fast": sessions are ended and everything is written; then "immediate", after which it recovers from its log.
    stopSignals: ['SIGINT', 'SIGQUIT'],
  });
}

/** The processes of a killed server take a moment to end; until then a new one refuses to start. */
async function retryWhileOldServerRuns<T>(start: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + waitForOldServerMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const waits = error instanceof ProgramError && error.output.includes('shared memory block');
      if (!waits || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}

/** A killed server leaves its lock with its process id, which another program may reuse by now. */
function removeStaleLock({ folder }: Cluster): void {
  const lock = join(folder, 'postmaster.pid');
  try {
    const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
    if (process.platform === 'linux' && !worksIn(pid, folder)) rmSync(lock);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
