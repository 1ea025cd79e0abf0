import { startServers } from './servers.ts';
import type { TestServers } from './test-servers.ts';

export interface TestServersHolder {
  tribusTestServers?: TestServers;
}

/** jest's description of a kind of tests. */
interface Kind {
  displayName?: { name: string };
}

/** Starts the servers once for all test files and sets their addresses. */
export default async function globalSetup(_run: unknown, { displayName }: Kind): Promise<void> {
  // The target system has its own stores.
  const visiting = process.env.TEST_URL && displayName?.name === 'system';
  if (process.env.TEST_POSTGRES_URL || visiting) return;
  const servers = await startServers(process.env);
  Object.assign(globalThis, { tribusTestServers: servers });
  Object.assign(process.env, servers.env);
}
