import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const e2e = join(import.meta.dirname, '../../frontend/e2e');

test('browser tests, which share a system, create no two tribes of one name', () => {
  const names = globSync('**/*.ts', { cwd: e2e })
    .map((file) => readFileSync(join(e2e, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/createTribe\(\s*'([^']+)'/g)])
    .map(([, name = '']) => name.toLowerCase());
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});
