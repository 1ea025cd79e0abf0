import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import {
  type ConnectionOptions,
  connect,
  DebugEvents,
  type JetStreamManager,
  type NatsConnection,
  nanos,
  StorageType,
  type StreamInfo,
} from 'nats';
import { retentionMs } from './event-retention.ts';

interface Attempt {
  /** False once the attempt has ended: resources that a message handler opens later belong to others. */
  isPending: boolean;
  readonly sockets: Socket[];
}

/** The connection attempt that the current asynchronous work belongs to. */
const attempts = new AsyncLocalStorage<Attempt>();
subscribe('net.client.socket', (message) => {
  const attempt = attempts.getStore();
  if (!attempt?.isPending || typeof message !== 'object' || message === null || !('socket' in message)) return;
  if (message.socket instanceof Socket) attempt.sockets.push(message.socket);
});

/**
 * Connects to `nats://user:password@host:4222` or `nats://token@host:4222`, with TLS to `tls://…`. Rejects when the
 * broker is unreachable for `timeoutMs` or refuses the login. A connection that breaks stays closed: the client's own
 * reconnection leaves sockets open to a server that does not respond, and receives from all of them once it does.
 */
export async function connectToNats(url: URL, name: string, timeoutMs: number): Promise<NatsConnection> {
  const attempt: Attempt = { isPending: true, sockets: [] };
  const destroySockets = () => {
    for (const socket of attempt.sockets) socket.destroy();
  };
  try {
    const nats = await attempts.run(attempt, () => connect(optionsOf(url, name, timeoutMs)));
    void nats.closed().then(destroySockets);
    void onceStale(nats, destroySockets);
    return nats;
  } catch (error) {
    // The client does not close the socket of an attempt that timed out.
    destroySockets();
    throw error;
  } finally {
    attempt.isPending = false;
  }
}

const optionsOf = (url: URL, name: string, timeoutMs: number): ConnectionOptions => ({
  servers: url.host,
  ...credentialsIn(url),
  ...(url.protocol === 'tls:' && { tls: {} }),
  name,
  timeout: timeoutMs,
  reconnect: false,
  pingInterval: 5_000,
  maxPingOut: 2,
  // Capturing a stack for every request costs 2 % of the work of a write.
  noAsyncTraces: true,
});

/** The client closes a stale connection only after a last write, which never ends if the server reads nothing. */
async function onceStale(nats: NatsConnection, destroySockets: () => void): Promise<void> {
  for await (const { type } of nats.status()) if (type === DebugEvents.StaleConnection) destroySockets();
}

/** Credentials are percent-encoded in a URL. */
function credentialsIn({ username, password }: URL): { user?: string; pass?: string; token?: string } {
  const [user, pass] = [username, password].map(decodeURIComponent);
  if (!user) return {};
  return pass ? { user, pass } : { token: user };
}

const limits = { max_age: nanos(retentionMs), duplicate_window: nanos(2 * 60 * 1000) };

/** Creates a stream, or updates the limits of one that an earlier version created. */
export async function ensureStream(manager: JetStreamManager, name: string, subjects: string): Promise<StreamInfo> {
  const { streams } = manager;
  const found = await streams.info(name).catch(undefinedIfMissing);
  if (!found) return streams.add({ name, subjects: [subjects], storage: StorageType.File, ...limits });
  const { max_age, duplicate_window } = found.config;
  if (max_age === limits.max_age && duplicate_window === limits.duplicate_window) return found;
  return streams.update(name, { ...found.config, ...limits });
}

/** Maps the broker's "not found" error for a stream or consumer to undefined. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'api_error' in error && /not found/.test(error.message)) return undefined;
  throw error;
}
