import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const e2e = join(import.meta.dirname, '../../frontend/e2e');
const files = globSync('**/*.ts', { cwd: e2e }).map((name) => ({ name, text: readFileSync(join(e2e, name), 'utf8') }));

/** Texts in the source of a file, in lower case. */
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found.toLowerCase());

/** Names of tribes, also the constant beginning of one that is completed in the test. */
const tribeNames = (text: string): string[] => matches(text, /createTribe\(\s*['`]([^'`$]+)/g);

test('browser tests, which share a system, create no two tribes of one name', () => {
  const names = files.flatMap(({ text }) => matches(text, /createTribe\(\s*'([^']+)'/g));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});

test('no file of them searches for tribes by a word that is in a tribe’s name in another file', () => {
  const searches = files.flatMap(({ name, text }) =>
    matches(text, /'Buscar tribus' }\)\.fill\('([^']+)'/g).map((word) => ({ name, word })),
  );
  const shared = searches.filter(({ name, word }) =>
    files.some((other) => other.name !== name && tribeNames(other.text).some((tribe) => tribe.includes(word))),
  );
  expect(searches.length).toBeGreaterThan(2);
  expect(shared).toEqual([]);
});
