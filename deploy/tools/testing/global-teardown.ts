import type { TestServersHolder } from './global-setup.ts';

/** Stops the servers that global-setup.ts started. */
export default async function globalTeardown(): Promise<void> {
  const { tribusTestServers } = globalThis as TestServersHolder;
  await tribusTestServers?.stop();
}
