import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
const sources = execFileSync('git', ['ls-files', 'services/*.ts', 'gateway/*.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.ts$|\/tests\/|\/testing\//.test(file));

/** Returns the sources that match a pattern. */
const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

test('only the presenter creates a value of the type Person', () => {
  expect(filesWith(/\bas (unknown as )?Person\b|\bPerson\.(safeParse|parse|decode)\b/)).toEqual([
    'services/community/user-presenter.ts',
  ]);
});

test('blocked people are presented only in the list of their blocker', () => {
  expect(filesWith(/\.presentListed\(/)).toEqual(['services/identity/src/present-blocks.ts']);
});

test('no other code presents people without applying blocks', () => {
  expect(filesWith(/\bnoUsers\b/)).toEqual([
    'services/community/block-directory.ts',
    'services/community/tribe-user-set.ts',
  ]);
  expect(filesWith(/\.presentUser\(/).sort()).toEqual([
    'services/community/membership-directory.ts',
    'services/identity/src/present.ts',
    'services/identity/src/public-profile.ts',
    'services/tribes/src/present.ts',
  ]);
});
