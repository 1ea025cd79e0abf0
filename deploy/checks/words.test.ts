import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type DeclaredName, declaredNames, declaredProtoNames } from './declared-names.ts';
import { type ForbiddenWord, forbiddenInNames, forbiddenWords } from './words.ts';

const root = join(import.meta.dirname, '..', '..');
/** Texts for members, the MongoDB stand-in, and the lists themselves. */
const notOurProse =
  /(^|\/)(locales|texts)\/|^deploy\/(demo\/(stories|people|tribes|direct)|mongodb\/|checks\/words)|^CONTRIBUTING\.md$|package-lock\.json$/;
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts|mjs|js|proto|sql|yaml|tpl|md)$/.test(file) && !notOurProse.test(file));

/** Returns the words of names and sentences in lower case: `their` and `seat` of `theirSeat`. */
function wordsIn(text: string): string[] {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** Returns a word with its endings: `poke`, pokes, poked, poking; `bury`, buries, buried. */
function formsOf(word: string): string[] {
  const stem = word.replace(/[ey]$/, '');
  const endings = word.endsWith('y') ? ['ies', 'ied', 'ying'] : ['s', 'es', 'ed', 'ing'];
  return [word, `${word}s`, ...endings.map((ending) => stem + ending)];
}

const byForm = (words: readonly ForbiddenWord[]): ReadonlyMap<string, ForbiddenWord> =>
  new Map(words.flatMap((each) => formsOf(each.word).map((form) => [form, each] as const)));

/** Whether an entry of `except`, a file or a folder, covers a source. */
const covers = (entry: string, source: string): boolean =>
  entry.endsWith('/') ? source.startsWith(entry) : source === entry;

const isExcepted = ({ except = [] }: ForbiddenWord, source: string): boolean =>
  except.some((entry) => covers(entry, source));

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const forbidden = byForm(forbiddenWords);
const forbiddenNames = byForm(forbiddenInNames);

/** Returns the names that a file declares; none for languages without declarations of ours. */
function namesOf(file: string): DeclaredName[] {
  if (file.endsWith('.proto')) return declaredProtoNames(textOf(file));
  return /\.(ts|tsx|mts|mjs|js)$/.test(file) ? declaredNames(file, textOf(file)) : [];
}

test('no sentence and no name contains a forbidden word', () => {
  const found = sources.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) =>
        wordsIn(line)
          .flatMap((word) => forbidden.get(word) ?? [])
          .filter((each) => !isExcepted(each, file))
          .map(({ word, instead }) => `${file}:${index + 1}: "${word}", say ${instead}`),
      ),
  );
  expect(found).toEqual([]);
});

test('no declared name contains a word that is forbidden in names', () => {
  const found = sources.flatMap((file) =>
    namesOf(file).flatMap(({ name, line }) =>
      wordsIn(name)
        .flatMap((word) => forbiddenNames.get(word) ?? [])
        .filter((each) => !isExcepted(each, file))
        .map(({ instead }) => `${file}:${line}: ${name}, say ${instead}`),
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['sentences', forbiddenWords, (file: string) => wordsIn(textOf(file))],
  ['names', forbiddenInNames, (file: string) => namesOf(file).flatMap(({ name }) => wordsIn(name))],
])('every file that is excepted from the words forbidden in %s contains the word', (_, words, wordsOf) => {
  const excepted = words.flatMap(({ word, except = [] }) => except.map((file) => ({ word, file })));
  const unneeded = excepted.filter(({ word, file }) => {
    const forms = new Set(formsOf(word));
    const covered = sources.filter((source) => covers(file, source));
    return !covered.some((source) => wordsOf(source).some((each) => forms.has(each)));
  });
  expect(unneeded).toEqual([]);
});

test('no file name contains a forbidden word', () => {
  const all = byForm([...forbiddenWords, ...forbiddenInNames]);
  const found = sources.filter(
    (file) =>
      !file.includes('/migrations/') &&
      wordsIn(basename(file)).some((word) => {
        const each = all.get(word);
        return each !== undefined && !isExcepted(each, file);
      }),
  );
  expect(found).toEqual([]);
});

test('names are found where they are declared, not where they are used', () => {
  const source = `
    import { scope, told as heard } from 'library';
    interface Reader { say: string }
    class Box { #place = 1; tell(caller: string) { return this.#place + scope.said(caller); } }
    const { kept: given } = { kept: 2 };`;
  expect(declaredNames('a.ts', source).map(({ name }) => name)).toEqual([
    'heard',
    'Reader',
    'say',
    'Box',
    '#place',
    'tell',
    'caller',
    'given',
    'kept',
  ]);
  const proto = 'message Place {\n  string told_at = 2; // said = 3;\n  rpc Hear(Place) returns (Place);\n}';
  expect(declaredProtoNames(proto)).toEqual([
    { name: 'Place', line: 1 },
    { name: 'told_at', line: 2 },
    { name: 'Hear', line: 3 },
  ]);
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
