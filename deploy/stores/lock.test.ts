import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lockFolder } from './lock.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tribus-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a folder in use is refused with a message that names the solution', () => {
  const unlock = lockFolder(dataDir);
  expect(() => lockFolder(dataDir)).toThrow(`in use by another Tribus (process ${process.pid})`);
  expect(() => lockFolder(dataDir)).toThrow('DATA_DIR=');
  unlock();
  lockFolder(dataDir)();
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test.each([
  ['ended', () => JSON.stringify({ pid: spawnSync('true').pid, began: '1' })],
  ['ended, and whose process id was reused', () => JSON.stringify({ pid: process.pid, began: '1' })],
  ['was cut short while writing', () => '{"pi'],
])('the lock of a process that %s is taken over', (_what, content) => {
  writeFileSync(join(dataDir, 'lock'), content());
  const unlock = lockFolder(dataDir);
  expect(() => lockFolder(dataDir)).toThrow('in use');
  unlock();
});
