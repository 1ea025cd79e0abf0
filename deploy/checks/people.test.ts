import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
const sources = execFileSync('git', ['ls-files', 'services/*.ts', 'gateway/*.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.ts$|\/tests\/|\/testing\//.test(file));

/** The sources in which a pattern stands. */
const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

test('a person is made by the presenter alone: nothing else gives the mark of the type', () => {
  expect(filesWith(/\bas (unknown as )?Person\b|\bPerson\.(safeParse|parse|decode)\b/)).toEqual([
    'services/community/user-presenter.ts',
  ]);
});

test('who is blocked is presented in the list of who blocked them alone', () => {
  expect(filesWith(/\.presentListed\(/)).toEqual(['services/identity/src/present-blocks.ts']);
});

test('nobody presents people as to somebody without blocks', () => {
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
