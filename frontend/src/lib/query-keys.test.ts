import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { queryKeys } from './query-keys.ts';

const src = join(import.meta.dirname, '..');

test('query keys are written in no other file', () => {
  const written =
    /(\bkey|queryKey|mutationKey)\s*:\s*\[|(get|set)Quer(y|ies)Data(<[^(]*>)?\(\s*(\{\s*queryKey\s*:\s*)?\[/;
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*'] });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => written.test(readFileSync(join(src, file), 'utf8')))).toEqual([]);
});

test('each key belongs to one query: a second one would read data of another type', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*'] });
  const read = files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/queryKey: (queryKeys[\w.]+)(\([^)]*\))?,\s*queryFn/g)].map(
      // A word as the argument makes another key.
      ([, key, argument = '']) => (/^\('\w+'\)$/.test(argument) ? key + argument : key),
    ),
  );
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((key, index) => read.indexOf(key) !== index)).toEqual([]);
});

test('each noun has a first word of its own', () => {
  const first = Object.values(queryKeys).map((keys) => firstWord(keys));
  expect(new Set(first).size).toBe(first.length);
});

function firstWord(keys: unknown): unknown {
  if (typeof keys === 'function') return firstWord(Reflect.apply(keys, undefined, [1, 1]));
  if (Array.isArray(keys)) return keys[0];
  return firstWord(Object.values({ ...Object(keys) })[0]);
}
