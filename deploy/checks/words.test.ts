import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type ForbiddenWord, forbiddenWords } from './words.ts';

const root = join(import.meta.dirname, '..', '..');
/** What people read in the product, what imitates another product, and the list itself. */
const notOurProse =
  /(^|\/)(locales|texts)\/|^deploy\/(demo\/(stories|people|tribes|direct)|mongodb\/|checks\/words)|^CONTRIBUTING\.md$|package-lock\.json$/;
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts|mjs|js|proto|sql|yaml|tpl|md)$/.test(file) && !notOurProse.test(file));

/** The words of names and sentences: `theirSeat` holds `their` and `seat`. */
function wordsIn(text: string): string[] {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** A word with its endings: `poke` as pokes, poked, poking; `bury` as buries, buried. */
function formsOf(word: string): string[] {
  const stem = word.replace(/[ey]$/, '');
  const endings = word.endsWith('y') ? ['ies', 'ied', 'ying'] : ['s', 'es', 'ed', 'ing'];
  return [word, `${word}s`, ...endings.map((ending) => stem + ending)];
}

const forbidden: ReadonlyMap<string, ForbiddenWord> = new Map(
  forbiddenWords.flatMap((each) => formsOf(each.word).map((form) => [form, each] as const)),
);

test('no word that was given up comes back', () => {
  const found = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        wordsIn(line)
          .flatMap((word) => forbidden.get(word) ?? [])
          .filter(({ except }) => !except?.includes(file))
          .map(({ word, instead }) => `${file}:${index + 1}: "${word}", say ${instead}`),
      ),
  );
  expect(found).toEqual([]);
});

test('every file that is excepted holds the word', () => {
  const excepted = forbiddenWords.flatMap(({ word, except = [] }) => except.map((file) => ({ word, file })));
  const withoutNeed = excepted.filter(({ word, file }) => {
    if (!sources.includes(file)) return true;
    const words = new Set(wordsIn(readFileSync(join(root, file), 'utf8')));
    return !formsOf(word).some((form) => words.has(form));
  });
  expect(withoutNeed).toEqual([]);
});

test('no file is named by a word that was given up', () => {
  expect(sources.filter((file) => wordsIn(file).some((word) => forbidden.has(word)))).toEqual([]);
});

test('words are found in names and sentences alike', () => {
  expect(wordsIn('const theirSeat = SEATS; // a seat, HTTPSeat')).toEqual(
    expect.arrayContaining(['seat', 'seats', 'their']),
  );
});

test.each([
  ['poke', 'pokes', 'poked', 'poking'],
  ['seat', 'seats', 'seated', 'seating'],
  ['bury', 'buries', 'buried', 'burying'],
  ['company', 'companies'],
])('%s is found with its endings', (word, ...forms) => {
  expect(formsOf(word)).toEqual(expect.arrayContaining(forms));
});
