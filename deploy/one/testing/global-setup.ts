import { startServers, type TestServers } from './servers.ts';

export interface TestServersHolder {
  tribusTestServers?: TestServers;
}

/** Starts the servers once for all test files and tells where they are. */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_POSTGRES_URL) return;
  const servers = await startServers(process.env);
  Object.assign(globalThis, { tribusTestServers: servers });
  Object.assign(process.env, servers.env);
}
