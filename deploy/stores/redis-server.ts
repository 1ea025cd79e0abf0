import type { AddressInfo } from 'node:net';
import {
  createRedisCommandExecutor,
  RedisServerState,
  Resp2Server,
  resolveCompatibilityProfile,
} from 'js-redis-server/core';

/** Serves a Redis from memory on a loopback port; 0 chooses a free one. Requires the password when one is set. */
export async function serveRedis(port: number, password?: string): Promise<{ url: string; stop(): Promise<void> }> {
  const compatibility = resolveCompatibilityProfile('redis-7.2');
  const state = new RedisServerState({ databaseCount: 16, compatibility, ...(password && { requirepass: password }) });
  const { server } = new Resp2Server({ server: state, executor: createRedisCommandExecutor({ compatibility }) });
  // Its own `listen` would bind to all addresses of the machine.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port }, () => resolve());
  });
  const address = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.close();
    state.close();
  };
  return { url: `redis://127.0.0.1:${address.port}`, stop };
}
