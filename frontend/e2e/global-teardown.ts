import stopServers from '../../deploy/tools/testing/global-teardown.ts';
import type { BrowserTestsHolder } from './global-setup.ts';

/** Stops the systems of global-setup.ts. */
export default async function globalTeardown(): Promise<void> {
  const { tribusBrowserTests } = globalThis as BrowserTestsHolder;
  for (const { system, outside } of tribusBrowserTests ?? []) {
    await system.close();
    await outside.close();
  }
  await stopServers();
}
