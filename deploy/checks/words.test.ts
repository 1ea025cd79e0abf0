import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { DeclaredName } from './declared-name.ts';
import { declaredNames, hasDeclarations } from './declared-names.ts';
import { type ForbiddenInNames, type ForbiddenWord, forbiddenInNames, forbiddenWords } from './words.ts';

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');
/** Texts for members, the MongoDB stand-in, and the lists themselves. */
const notOurProse =
  /(^|\/)(locales|texts)\/|^deploy\/(demo\/(stories|people|tribes|direct)|mongodb\/|checks\/words)|^CONTRIBUTING\.md$|package-lock\.json$/;
const sources = files.filter(
  (file) => /\.(ts|tsx|mts|mjs|js|proto|sql|css|html|yaml|tpl|md)$/.test(file) && !notOurProse.test(file),
);
/** npm's list of packages, and names that the rule's own test plants. */
const namesOfOthers = /package-lock\.json$|^deploy\/checks\/words\.test\.ts$/;

/** Returns the words of names and sentences in lower case: `their` and `seat` of `theirSeat`. */
function wordsIn(text: string): string[] {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** Returns a word with its endings, also negated: `poke`, pokes, poked, unpoked, poking; `bury`, buries, buried. */
function formsOf(word: string): string[] {
  const stem = word.replace(/[ey]$/, '');
  const endings = word.endsWith('y') ? ['ies', 'ied', 'ying'] : ['s', 'es', 'ed', 'ing'];
  const forms = [word, `${word}s`, ...endings.map((ending) => stem + ending)];
  return [...forms, ...forms.map((form) => `un${form}`)];
}

const byForm = <W extends { word: string }>(words: readonly W[]): ReadonlyMap<string, W> =>
  new Map(words.flatMap((each) => formsOf(each.word).map((form) => [form, each] as const)));

/** Whether an entry of `except` or `in`, a file or a folder, covers a source. */
const covers = (entry: string, source: string): boolean =>
  entry.endsWith('/') ? source.startsWith(entry) : source === entry;

const isExcepted = ({ except = [] }: ForbiddenWord, source: string): boolean =>
  except.some((entry) => covers(entry, source));

const isExceptedName = ({ except = [] }: ForbiddenInNames, name: string, source: string): boolean =>
  except.some(({ names, in: entries }) => names.includes(name) && entries.some((entry) => covers(entry, source)));

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const forbidden = byForm(forbiddenWords);
const forbiddenNames = byForm(forbiddenInNames);

/** The parts of a file's path, which have line 0, and the names that it declares. */
function namesOf(file: string): DeclaredName[] {
  const parts = file.split('/').map((name) => ({ name, line: 0 }));
  return hasDeclarations(file) ? [...parts, ...declaredNames(file, textOf(file))] : parts;
}

const namesByFile: ReadonlyMap<string, readonly DeclaredName[]> = new Map(
  files.filter((file) => !namesOfOthers.test(file)).map((file) => [file, namesOf(file)]),
);

/** Returns the names that contain a word forbidden in names, with the file, the line and the replacement. */
function forbiddenNamesIn(file: string, names: readonly DeclaredName[]): string[] {
  return names.flatMap(({ name, line }) =>
    wordsIn(name)
      .flatMap((word) => forbiddenNames.get(word) ?? [])
      .filter((each) => !isExceptedName(each, name, file))
      .map(({ instead }) => `${file}:${line}: ${name}, say ${instead}`),
  );
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

test('no declared name and no part of a path contains a word that is forbidden in names', () => {
  expect([...namesByFile].flatMap(([file, names]) => forbiddenNamesIn(file, names))).toEqual([]);
});

test('no part of a path contains a forbidden word', () => {
  const found = sources.filter((file) =>
    wordsIn(file).some((word) => {
      const each = forbidden.get(word);
      return each !== undefined && !isExcepted(each, file);
    }),
  );
  expect(found).toEqual([]);
});

test('every file that is excepted from the words forbidden in sentences contains the word', () => {
  const excepted = forbiddenWords.flatMap(({ word, except = [] }) => except.map((file) => ({ word, file })));
  const unneeded = excepted.filter(({ word, file }) => {
    const forms = new Set(formsOf(word));
    const covered = sources.filter((source) => covers(file, source));
    return !covered.some((source) => wordsIn(textOf(source)).some((each) => forms.has(each)));
  });
  expect(unneeded).toEqual([]);
});

test('every exception from the words forbidden in names is declared in its files, each of which needs it', () => {
  const unneeded = forbiddenInNames.flatMap(({ except = [] }) =>
    except.flatMap(({ names, in: entries }) => {
      const declared = entries.map((entry) => ({
        entry,
        names: [...namesByFile].flatMap(([file, each]) => (covers(entry, file) ? each.map(({ name }) => name) : [])),
      }));
      return [
        ...names.filter((name) => !declared.some((each) => each.names.includes(name))),
        ...declared.filter((each) => !each.names.some((name) => names.includes(name))).map(({ entry }) => entry),
      ];
    }),
  );
  expect(unneeded).toEqual([]);
});

const namesIn = (path: string, source: string) => declaredNames(path, source).map(({ name }) => name);

test('names are found where code declares them, not where it uses them', () => {
  const source = `
    import { scope, told as heard } from 'library';
    export { m as readers, scope };
    interface Reader { say: string; 'told-at': Date }
    class Box { #place = 1; tell(caller: string) { this.told2 = scope; return this.#place + scope.said(caller); } }
    const { kept: given } = { kept: 2, 'said': 3, ['told']: 4, [scope]: 5 };
    enum Mode { 'gone' = 1 }
    stranger: for (;;) break stranger;`;
  expect(namesIn('a.ts', source)).toEqual([
    ...['heard', 'readers', 'Reader', 'say', 'told-at', 'Box', '#place', 'tell', 'caller', 'told2', 'given', 'kept'],
    ...['said', 'told', 'Mode', 'gone', 'stranger'],
  ]);
  expect(namesIn('a.json', '{ "caller": { "told": "said" } }')).toEqual(['caller', 'told']);
});

test('names are found in proto files however their declarations are laid out', () => {
  const source = [
    'message Place { // said = 3;',
    '  /* heard */ string told_at = 1 [deprecated = true, (kept) = 4]; repeated int32 scopes = 2;',
    '  map<string, Place>',
    '    gone',
    '    = 3;',
    '  oneof reader { string caller = 5; }',
    '  option (place) = 1;',
    '}',
    'enum Mode { MODE_SAID = 0; }',
    'service Stranger { rpc Hear(Place) returns (stream Place); }',
  ].join('\n');
  expect(declaredNames('a.proto', source)).toEqual([
    { name: 'Place', line: 1 },
    ...['told_at', 'scopes'].map((name) => ({ name, line: 2 })),
    { name: 'gone', line: 4 },
    ...['reader', 'caller'].map((name) => ({ name, line: 6 })),
    ...['Mode', 'MODE_SAID'].map((name) => ({ name, line: 9 })),
    ...['Stranger', 'Hear'].map((name) => ({ name, line: 10 })),
  ]);
});

test('names are found where SQL statements create them', () => {
  const source = `-- the caller
    CREATE TABLE readers (told_at timestamptz DEFAULT now(), caller text CHECK (caller IN ('gone', 'kept')),
      PRIMARY KEY (told_at, caller), CONSTRAINT said_once UNIQUE (caller));
    ALTER TABLE posts ADD COLUMN place text, ALTER COLUMN scope DROP NOT NULL;
    CREATE UNIQUE INDEX heard_at ON posts (scope);
    CREATE OR REPLACE FUNCTION is_gone(stranger integer) RETURNS boolean LANGUAGE sql AS $$ SELECT kept FROM posts $$;
    ALTER TABLE posts RENAME COLUMN scope TO told;`;
  expect(namesIn('a.sql', source)).toEqual([
    ...['readers', 'told_at', 'caller', 'said_once', 'place', 'heard_at', 'is_gone', 'stranger', 'told'],
  ]);
});

test('names are found in style sheets and pages', () => {
  const css =
    '/* .kept */ .reader{--told:1px;color:var(--said)} #caller > a.place:hover { color: #fade00; margin: .5em } @keyframes gone { }';
  expect(namesIn('a.css', css)).toEqual(['reader', '--told', 'caller', 'place', 'gone']);
  expect(namesIn('a.html', '<!-- id="kept" --><p id="reader" class="told said">place</p>')).toEqual([
    ...['reader', 'told', 'said'],
  ]);
});

test('a planted name, folder and file are refused, and an exception covers only its own name and files', () => {
  const refused = (file: string, ...names: string[]) =>
    forbiddenNamesIn(
      file,
      [...file.split('/'), ...names].map((name) => ({ name, line: 0 })),
    ).length;
  expect(refused('frontend/src/reader/page.tsx')).toBe(1);
  expect(refused('services/content/src/untold.ts', 'saying')).toBe(2);
  expect(refused('frontend/src/locales/es.json', 'told', 'caller')).toBe(1);
  expect(refused('frontend/src/page.tsx', 'told', 'isGone')).toBe(2);
});

test('words are found in names and sentences alike', () => {
  expect(wordsIn('const theirSeat = SEATS; // a seat, HTTPSeat')).toEqual(
    expect.arrayContaining(['seat', 'seats', 'their']),
  );
});

test.each([
  ['poke', 'pokes', 'poked', 'poking', 'unpoked'],
  ['seat', 'seats', 'seated', 'seating'],
  ['bury', 'buries', 'buried', 'burying'],
  ['company', 'companies'],
])('%s is found with its endings', (word, ...forms) => {
  expect(formsOf(word)).toEqual(expect.arrayContaining(forms));
});
