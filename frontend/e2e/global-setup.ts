import { fileURLToPath } from 'node:url';
import { Outside } from '../../deploy/system-tests/outside.ts';
import { startTestSystem, type TestSystem } from '../../deploy/system-tests/test-system.ts';
import { findChromium } from '../../deploy/tools/chromium.ts';
import startServers from '../../deploy/tools/testing/global-setup.ts';

export interface BrowserTestsHolder {
  tribusBrowserTests?: { system: TestSystem; outside: Outside };
}

const webRoot = fileURLToPath(new URL('../dist', import.meta.url));

/** Starts the system and the strangers it speaks to, which all stories share, and finds a browser for them. */
export default async function globalSetup(...given: Parameters<typeof startServers>): Promise<void> {
  await startServers(...given);
  const outside = await Outside.open();
  const system = await startTestSystem({ topology: 'one', env: { WEB_ROOT: webRoot, ...outside.env } });
  Object.assign(globalThis, { tribusBrowserTests: { system, outside } });
  const chromium = await findChromium({ PATH: process.env.PATH, CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  Object.assign(process.env, {
    TEST_WEB_URL: system.system.url,
    TEST_WEB_OPS_URLS: system.system.opsUrls.join(' '),
    TEST_BROWSER: JSON.stringify(chromium),
    TEST_GOOGLE_URL: outside.google.url,
    TEST_LETTERBOX_URL: outside.letterboxUrl,
  });
}
