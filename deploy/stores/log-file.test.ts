import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { LogFile, readLogLimits } from './log-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribus-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
const limits = { maxBytes: 1_000, files: 3 };

test('a log keeps the configured number and size of files, with the newest lines in the first', async () => {
  const log = new LogFile(join(folder, 'own.log'), limits);
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index} ${'x'.repeat(40)}`);
  for (const line of lines) {
    log.write(`${line}\n`);
    await log.close();
  }
  expect(readdirSync(folder).sort()).toEqual(['own.log', 'own.log.1', 'own.log.2']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_000);
  const remaining = ['own.log.2', 'own.log.1', 'own.log'].flatMap(linesOf);
  expect(remaining).toEqual(lines.slice(-remaining.length));
});

test('older files are deleted when the number of files is lowered', async () => {
  for (const name of ['own.log.1', 'own.log.2', 'own.log.3', 'own.log.7', 'own.log.old', 'other.log.7'])
    writeFileSync(join(folder, name), 'old\n');
  const log = new LogFile(join(folder, 'own.log'), { maxBytes: 10, files: 2 });
  for (const line of ['one 56789\n', 'two 56789\n']) {
    log.write(line);
    await log.close();
  }
  expect(readdirSync(folder).sort()).toEqual(['other.log.7', 'own.log', 'own.log.1', 'own.log.old']);
  expect(['own.log.1', 'own.log'].flatMap(linesOf)).toEqual(['one 56789', 'two 56789']);
});

test('a line written in pieces is stored as one line, and the last line needs no line break', async () => {
  const log = new LogFile(join(folder, 'own.log'), limits);
  for (const piece of ['a', 'b\nc', 'd', '\ne']) log.write(Buffer.from(piece));
  await log.close();
  expect(linesOf('own.log')).toEqual(['ab', 'cd', 'e']);
});

test('lines that a full disk refuses are dropped and counted, and the count is logged once when there is space', async () => {
  const path = join(folder, 'own.log');
  symlinkSync('/dev/full', path);
  const log = new LogFile(path, limits);
  for (const line of ['one', 'two', 'three']) log.write(`${line}\n`);
  await log.close();
  rmSync(path);
  let later = 0;
  await until(async () => {
    log.write(`later ${later++}\n`);
    await log.close();
    return readdirSync(folder).length > 0;
  }, 'the log is written again');
  log.write('last\n');
  await log.close();
  const [notice = '', ...rest] = linesOf('own.log');
  expect(JSON.parse(notice)).toMatchObject({ level: 40, dropped: 3 + later - 1, msg: 'log lines were dropped' });
  expect(rest).toEqual([`later ${later - 1}`, 'last']);
});

test('only its owner may read a log', async () => {
  const log = new LogFile(join(folder, 'log', 'own.log'), limits);
  log.write('secret\n');
  await log.close();
  expect(statSync(join(folder, 'log')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'log', 'own.log')).mode & 0o777).toBe(0o600);
});

test('the limits are settings, and an invalid one is refused by name', () => {
  expect(readLogLimits({})).toEqual({ maxBytes: 10_000_000, files: 5 });
  expect(readLogLimits({ LOG_MAX_MB: '2', LOG_FILES: '1' })).toEqual({ maxBytes: 2_000_000, files: 1 });
  expect(() => readLogLimits({ LOG_MAX_MB: '0', LOG_FILES: 'many' })).toThrow(/LOG_MAX_MB[\s\S]*LOG_FILES/);
});
