import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { listTests } from '../tools/test-run.ts';

const root = join(import.meta.dirname, '..', '..');

test('every test file belongs to one of the kinds', async () => {
  const written = globSync('{services,gateway,frontend,deploy}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist'].includes(name.split('/').at(-1) ?? ''),
  });
  expect((await listTests()).toSorted()).toEqual(written.toSorted());
});
