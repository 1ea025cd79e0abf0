import { fileURLToPath } from 'node:url';
import { Outside } from '../../deploy/system-tests/outside.ts';
import { startTestSystem, type TestSystem } from '../../deploy/system-tests/test-system.ts';
import { findChromium } from '../../deploy/tools/chromium.ts';
import startServers from '../../deploy/tools/testing/global-setup.ts';

export interface BrowserTestsHolder {
  tribusBrowserTests?: Stage[];
}

/** A system, and the external services it calls. */
interface Stage {
  system: TestSystem;
  outside: Outside;
}

/** The addresses for the files of a worker. */
export interface StageAddresses {
  url: string;
  opsUrls: readonly string[];
  googleUrl: string;
  letterboxUrl: string;
}

/** The parts of jest's configuration that are used. */
interface Run {
  maxWorkers: number;
}

/** On a machine with many cores jest starts more workers by default, even for a single file. */
const mostStages = 4;

const webRoot = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Starts a system for each worker, and finds a browser. The tests of a worker run one after the other, so that one
 * may change state of everyone, and restore it.
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
