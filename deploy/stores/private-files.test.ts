import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ensurePrivate } from './private-files.ts';

let root: string;
let dataDir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tribus-private-'));
  dataDir = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (...path: string[]): number => statSync(join(dataDir, ...path)).mode & 0o777;

function write(path: string, mode = 0o644): void {
  const file = join(dataDir, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(file, 'content');
  chmodSync(file, mode);
}

test('only the owner may enter a new data folder', () => {
  ensurePrivate(dataDir);
  expect(modeOf()).toBe(0o700);
});

test('files that an earlier version left readable become private', () => {
  const files = ['demo.json', 'demo-story.jsonl', 'media/objects/a/b.webp', 'log/tribus.log', 'run/nats.pid'];
  for (const file of files) write(file);
  write('keys/secret', 0o600);
  for (const folder of ['', 'media', 'media/objects', 'media/objects/a', 'log', 'run'])
    chmodSync(join(dataDir, folder), 0o755);
  ensurePrivate(dataDir);
  for (const file of files) expect([file, modeOf(file)]).toEqual([file, 0o600]);
  for (const folder of ['', 'media', 'media/objects', 'media/objects/a', 'log', 'run'])
    expect([folder, modeOf(folder)]).toEqual([folder, 0o700]);
});

test('files and folders of others keep their permissions', () => {
  write('somebody-elses.txt');
  chmodSync(dataDir, 0o755);
  ensurePrivate(dataDir);
  expect([modeOf(), modeOf('somebody-elses.txt')]).toEqual([0o755, 0o644]);
});
