import { fileURLToPath } from 'node:url';
import { Outside } from '../../deploy/system-tests/outside.ts';
import { startTestSystem, type TestSystem } from '../../deploy/system-tests/test-system.ts';
import { findChromium } from '../../deploy/tools/chromium.ts';
import startServers from '../../deploy/tools/testing/global-setup.ts';

export interface BrowserTestsHolder {
  tribusBrowserTests?: Stage[];
}

/** A system, and the strangers it speaks to. */
interface Stage {
  system: TestSystem;
  outside: Outside;
}

/** Where the files of a worker find theirs. */
export interface StageAddresses {
  url: string;
  opsUrls: readonly string[];
  googleUrl: string;
  letterboxUrl: string;
}

/** What jest tells of the run. */
interface Run {
  maxWorkers: number;
}

/** On a machine of many cores jest has more workers by itself, and starts them for a single file, too. */
const mostStages = 4;

const webRoot = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Starts a system for each worker, and finds a browser. The stories of a worker come one after the other, so that one may
 * change what is the same for everybody, and put it back.
 */
export default async function globalSetup(run: Run, kind: Parameters<typeof startServers>[1]): Promise<void> {
  await startServers(run, kind);
  const stages: Stage[] = [];
  Object.assign(globalThis, { tribusBrowserTests: stages });
  for (let count = Math.min(run.maxWorkers, mostStages); count > 0; count -= 1) stages.push(await openStage());
  const chromium = await findChromium({ PATH: process.env.PATH, CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  Object.assign(process.env, {
    TEST_STAGES: JSON.stringify(stages.map(addressesOf)),
    TEST_BROWSER: JSON.stringify(chromium),
  });
}

async function openStage(): Promise<Stage> {
  const outside = await Outside.open();
  return { outside, system: await startTestSystem({ topology: 'one', env: { WEB_ROOT: webRoot, ...outside.env } }) };
}

const addressesOf = ({ system: { system }, outside }: Stage): StageAddresses => ({
  url: system.url,
  opsUrls: system.opsUrls,
  googleUrl: outside.google.url,
  letterboxUrl: outside.letterboxUrl,
});
