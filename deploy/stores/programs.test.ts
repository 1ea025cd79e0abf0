import { mkdtempSync, readFileSync } from 'node:fs';
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

// A program that is killed as soon as it is ready may still be writing its log.
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

/** A program that logs that it is ready, then the given text; it runs until it is stopped. */
function logging(text: string, change: Partial<Program> = {}): Program {
  const script = `console.log('ready'); console.log(${JSON.stringify(text)}); setInterval(() => 0, 1000);`;
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

test('a program that does not recover from a full disk is ended once there is space, with the reason', async () => {
  const program = await startProgram(logging('write failed: no space left on device', { stuckAfterFullDisk: true }));
  expect(await program.exited).toBe('was stopped: disk was full and has space again');
});

test('old output of a program is not reported as the reason of its exit', async () => {
  const program = await startProgram(logging('all is well'));
  process.kill(program.pid, 'SIGKILL');
  expect(await program.exited).toBe('was ended by SIGKILL');
});

test('a program that ignores signals is killed with its children', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    process.on('SIGTERM', () => 0);
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'], { detached: true });
    console.log('child ' + child.pid + ' ready');
    setInterval(() => 0, 1000);`;
  const program = await startProgram({ ...logging(''), args: ['-e', script], ready: /child (\d+) ready/ });
  const child = Number(program.ready[1]);
  expect(worksIn(child, dataDir)).toBe(true);
  await program.stop();
  await until(() => !worksIn(child, dataDir), 'its child has ended');
});

test('a stopped program has its last line in its log', async () => {
  const script = `
    process.on('SIGTERM', () => process.stdout.write('line\\n'.repeat(10_000) + 'last line\\n', () => process.exit()));
    console.log('ready');
    setInterval(() => 0, 1000);`;
  const program = await startProgram({ ...logging(''), args: ['-e', script] });
  await program.stop();
  const log = readFileSync(join(dataDir, 'log', 'example.log'), 'utf8');
  expect(log.trimEnd().split('\n').at(-1)).toBe('last line');
});
