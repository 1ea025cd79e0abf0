import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Journal } from './progress-log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribus-journal-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a story that was broken off is known as far as it went', () => {
  const path = join(folder, 'story.jsonl');
  const journal = new Journal(path);
  journal.write({ tribe: 'fogon', id: 100 });
  journal.write({ made: 'post:uno', id: 'p1' });
  journal.write({ played: 'like:post:uno:rita' });

  const again = new Journal(path);
  expect(again.tribes()).toEqual([['fogon', 100]]);
  expect(again.made()).toEqual([['post:uno', 'p1']]);
  expect(again.played()).toEqual(new Set(['tribe:fogon', 'post:uno', 'like:post:uno:rita']));
});

test('a line cut off by the end of the process is neither read nor written on', () => {
  const path = join(folder, 'story.jsonl');
  new Journal(path).write({ played: 'post:uno' });
  appendFileSync(path, '{"played":"post:d');

  const again = new Journal(path);
  again.write({ played: 'post:tres' });
  expect(again.played()).toEqual(new Set(['post:uno']));
  expect(new Journal(path).played()).toEqual(new Set(['post:uno', 'post:tres']));
});

test('without a file nothing is remembered', () => {
  const journal = new Journal();
  journal.write({ played: 'post:uno' });
  expect(journal.played()).toEqual(new Set());
});
