import { fileURLToPath } from 'node:url';
import { type BrowserServer, chromium } from 'playwright-core';
import { Outside } from '../../deploy/system-tests/outside.ts';
import { startTestSystem, type TestSystem } from '../../deploy/system-tests/test-system.ts';
import { findChromium } from '../../deploy/tools/chromium.ts';
import startServers from '../../deploy/tools/testing/global-setup.ts';

export interface BrowserTestsHolder {
  tribusBrowserTests?: { system: TestSystem; browser: BrowserServer; outside: Outside };
}

const webRoot = fileURLToPath(new URL('../dist', import.meta.url));

/** Starts the system, the strangers it speaks to and the browser that all stories share, and tells them where they are. */
export default async function globalSetup(...given: Parameters<typeof startServers>): Promise<void> {
  await startServers(...given);
  const outside = await Outside.open();
  const system = await startTestSystem({ topology: 'one', env: { WEB_ROOT: webRoot, ...outside.env } });
  const browser = await launch();
  Object.assign(globalThis, { tribusBrowserTests: { system, browser, outside } });
  Object.assign(process.env, {
    TEST_WEB_URL: system.system.url,
    TEST_WEB_OPS_URLS: system.system.opsUrls.join(' '),
    TEST_BROWSER_URL: browser.wsEndpoint(),
    TEST_GOOGLE_URL: outside.google.url,
    TEST_LETTERBOX_URL: outside.letterboxUrl,
  });
}

async function launch(): Promise<BrowserServer> {
  const { path, args, env } = await findChromium({ PATH: process.env.PATH, CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  return chromium.launchServer({
    executablePath: path,
    args: [...args],
    env: { ...process.env, ...env },
    host: '127.0.0.1',
  });
}
