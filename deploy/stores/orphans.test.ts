import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { endOrphan, rememberProgram } from './orphans.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tribus-leftover-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a program left by a killed run is ended', async () => {
  const { child, pidFile } = await startSleeper(dataDir);
  const ended = once(child, 'exit');
  await endOrphan(pidFile, dataDir, ['SIGINT']);
  expect(await ended).toEqual([null, 'SIGINT']);
  expect(existsSync(pidFile)).toBe(false);
});

test('a program that reuses the process id is not ended', async () => {
  const { child, pidFile } = await startSleeper(tmpdir());
  await endOrphan(pidFile, dataDir, ['SIGINT']);
  expect(child.kill(0)).toBe(true);
  child.kill('SIGKILL');
});

async function startSleeper(cwd: string) {
  const child = spawn('sleep', ['60'], { cwd, stdio: 'ignore' });
  await once(child, 'spawn');
  if (child.pid === undefined) throw new Error('no process');
  const pidFile = join(dataDir, 'run', 'sleeper.pid');
  rememberProgram(pidFile, child.pid);
  return { child, pidFile };
}
