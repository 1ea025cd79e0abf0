import { connect, type NatsConnection } from 'nats';

/**
 * Connects to `nats://user:password@host:4222` or `nats://token@host:4222`, with TLS to `tls://…`. Rejects when the broker is not reached within
 * `timeoutMs` or refuses us; a connection that breaks later is mended by the client, however long that takes.
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
    // A stack for every request, in case it fails: 2 % of the work on a write.
    noAsyncTraces: true,
  });
}

/** Parts of an address are encoded in it. */
function credentialsIn({ username, password }: URL): { user?: string; pass?: string; token?: string } {
  const [user, pass] = [username, password].map(decodeURIComponent);
  if (!user) return {};
  return pass ? { user, pass } : { token: user };
}
