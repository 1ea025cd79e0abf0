import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ProgressLog } from './progress-log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribus-progress-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the progress of an aborted seeding is saved', () => {
  const path = join(folder, 'story.jsonl');
  const progressLog = new ProgressLog(path);
  progressLog.write({ tribe: 'fogon', id: 100 });
  progressLog.write({ made: 'post:uno', id: 'p1' });
  progressLog.write({ played: 'like:post:uno:rita' });

  const again = new ProgressLog(path);
  expect(again.tribes()).toEqual([['fogon', 100]]);
  expect(again.made()).toEqual([['post:uno', 'p1']]);
  expect(again.finishedActs()).toEqual(new Set(['tribe:fogon', 'post:uno', 'like:post:uno:rita']));
});

test('a line cut off by the end of the process is removed', () => {
  const path = join(folder, 'story.jsonl');
  new ProgressLog(path).write({ played: 'post:uno' });
  appendFileSync(path, '{"played":"post:d');

  const again = new ProgressLog(path);
  again.write({ played: 'post:tres' });
  expect(again.finishedActs()).toEqual(new Set(['post:uno']));
  expect(new ProgressLog(path).finishedActs()).toEqual(new Set(['post:uno', 'post:tres']));
});

test('no progress is saved without a file', () => {
  const progressLog = new ProgressLog();
  progressLog.write({ played: 'post:uno' });
  expect(progressLog.finishedActs()).toEqual(new Set());
});
