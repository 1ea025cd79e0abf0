import { connect, type JetStreamManager, type NatsConnection, nanos, StorageType, type StreamInfo } from 'nats';
import { retentionMs } from './event-retention.ts';

/**
 * Connects to `nats://user:password@host:4222` or `nats://token@host:4222`, with TLS to `tls://…`. Rejects when the
 * broker is unreachable for `timeoutMs` or refuses the login; after a later break the client reconnects without limit.
 */
export function connectToNats(url: URL, name: string, timeoutMs: number): Promise<NatsConnection> {
  return connect({
    servers: url.host,
    ...credentialsIn(url),
    ...(url.protocol === 'tls:' && { tls: {} }),
    name,
    timeout: timeoutMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 5_000,
    maxPingOut: 2,
    // Capturing a stack for every request costs 2 % of the work of a write.
    noAsyncTraces: true,
  });
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
