import { connect, type NatsConnection } from 'nats';

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
