import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Connections } from './connections.ts';
import { CURSOR_TIMEOUT_MS, Cursors } from './cursors.ts';
import { FailPoints } from './fail-points.ts';
import { type Logger, silent } from './logger.ts';
import { Store } from './store.ts';
import { sweep } from './sweeper.ts';

export type MongoOptions = {
  /** Data folder; without it the data is lost when the server stops. */
  dir?: string;
  /** 0 chooses a free port. */
  port?: number;
  host?: string;
  log?: Logger;
  /**
   * Whether a write is acknowledged only after it is synced to disk. Without, it survives the process, not the machine.
   */
  sync?: boolean;
  /** Interval at which expired documents and cursors are removed, in milliseconds. */
  sweepEvery?: number;
  /** Expiry of an unused cursor, in milliseconds. */
  cursorTimeout?: number;
  /** Minimum size in bytes of a log that is compacted when most of it is obsolete. */
  compactFrom?: number;
  /** Whether it has fail points, as `mongod --setParameter enableTestCommands=1`. */
  testCommands?: boolean;
  /** Called when nothing can be written until the next start: the disk failed during a write. */
  broken?: () => void;
};

export type MongoServer = { url: string; port: number; stop(): Promise<void> };

/**
 * Starts the local replacement for MongoDB. Throws when the directory or the port is in use, or the data has another
 * format.
 */
export async function startMongo(options: MongoOptions = {}): Promise<MongoServer> {
  const { dir, port = 0, host = '127.0.0.1', log = silent, sync = true, broken } = options;
  const {
    sweepEvery = 10_000,
    cursorTimeout = CURSOR_TIMEOUT_MS,
    compactFrom = 4 * 1024 * 1024,
    testCommands = false,
  } = options;
  const store = await Store.open({ dir, sync, compactFrom, logger: log, broken });
  const cursors = new Cursors(cursorTimeout);
  const connections = new Connections({ store, cursors, failPoints: new FailPoints(), logger: log, testCommands });
  const server = createServer({ noDelay: true }, (socket) => connections.accept(socket));
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await store.close();
    throw error;
  }
  server.on('error', (error) => log.error({ err: error }, 'connection not accepted'));
  const stopSweeping = sweepRegularly(store, cursors, sweepEvery, log);
  const actual = portOf(server);
  const end = async (): Promise<void> => {
    await stopSweeping();
    server.close();
    await connections.end();
    await store.close();
  };
  let ended: Promise<void> | undefined;
  return {
    url: `mongodb://${host}:${actual}`,
    port: actual,
    stop() {
      ended ??= end();
      return ended;
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address === 'object' && address) return address.port;
  throw new Error('the server has no port');
}

/** Sweeps at intervals; the returned function stops it and waits for the current sweep. */
function sweepRegularly(store: Store, cursors: Cursors, every: number, log: Logger): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    cursors.expire(Date.now());
    running = running
      .then(() => sweep(store, Date.now()))
      .then((removed) => {
        if (removed > 0) log.info({ removed }, 'expired documents removed');
      })
      .catch((error: unknown) =>
        log.error({ err: error }, 'expired documents not removed; retrying in the next sweep'),
      );
  }, every);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
