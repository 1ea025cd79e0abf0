import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { worksIn } from './orphans.ts';
import { type Program, startProgram } from './programs.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tribus-programs-'));
});

// A program that is killed as soon as it is ready may still be written about.
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

/** A program that says it is ready, and then what it is told to say; it lives until it is asked to end. */
function saying(words: string, change: Partial<Program> = {}): Program {
  const script = `console.log('ready'); console.log(${JSON.stringify(words)}); setInterval(() => 0, 1000);`;
  return {
    name: 'example',
    command: process.execPath,
    args: ['-e', script],
    store: { dataDir, env: {} },
    cwd: dataDir,
    ready: /ready/,
    stopSignals: ['SIGTERM'],
    ...change,
  };
}

test('what does not recover from a full disk is ended once there is space, and says why', async () => {
  const program = await startProgram(saying('write failed: no space left on device', { stuckAfterFullDisk: true }));
  expect(await program.died).toBe('found no space left on device, and there is some again');
});

test('what a program wrote long ago is not told as the reason of its death', async () => {
  const program = await startProgram(saying('all is well'));
  process.kill(program.pid, 'SIGKILL');
  expect(await program.died).toBe('was ended by SIGKILL');
});

test('a program that heeds nothing is killed, and so are its own processes', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    process.on('SIGTERM', () => 0);
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'], { detached: true });
    console.log('child ' + child.pid + ' ready');
    setInterval(() => 0, 1000);`;
  const program = await startProgram({ ...saying(''), args: ['-e', script], ready: /child (\d+) ready/ });
  const child = Number(program.ready[1]);
  expect(worksIn(child, dataDir)).toBe(true);
  await program.stop();
  await until(() => !worksIn(child, dataDir), 'its own process is gone');
});
