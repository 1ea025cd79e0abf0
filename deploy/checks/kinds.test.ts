import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');

test('every file of tests is run by one of the kinds', () => {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const listed = execFileSync(process.execPath, [jest, '--listTests'], { cwd: root, encoding: 'utf8' });
  const run = listed.split('\n').filter(Boolean);
  const written = globSync('{services,gateway,frontend,deploy}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist'].includes(name.split('/').at(-1) ?? ''),
  });
  expect(run.map((file) => relative(root, file)).toSorted()).toEqual(written.toSorted());
});
