import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const LANGUAGES = ['es', 'en', 'zh'] as const;

/** Every text by its dotted key. */
function flatten(texts: unknown, prefix = ''): [key: string, text: string][] {
  if (typeof texts === 'string') return [[prefix, texts]];
  return Object.entries(texts ?? {}).flatMap(([key, value]) => flatten(value, prefix ? `${prefix}.${key}` : key));
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

const here = import.meta.dirname;
const read = (file: string): object => JSON.parse(readFileSync(join(here, file), 'utf8'));
/** The files that are loaded with the screens that use them, by what `useTexts` calls them. */
const later = readdirSync(join(here, 'es')).map((file) => file.replace('.json', ''));

function textsOf(language: string): [key: string, text: string][] {
  const files = [`${language}.json`, ...later.map((name) => `${language}/${name}.json`)];
  return files.flatMap((file) => flatten(read(file)));
}

function namesOf(language: string): string[] {
  return [...new Set(textsOf(language).map(([key]) => key.replace(PLURAL, '')))].sort();
}

function variablesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').sort();
}

test.each(['en', 'zh'])('%s has the same texts as Spanish', (language) => {
  expect(namesOf(language)).toEqual(namesOf('es'));
});

test.each(['en', 'zh'])('%s uses the same variables as Spanish', (language) => {
  const spanish = new Map(textsOf('es').map(([key, text]) => [key.replace(PLURAL, ''), variablesIn(text)]));
  for (const [key, text] of textsOf(language)) {
    expect({ key, variables: variablesIn(text) }).toEqual({ key, variables: spanish.get(key.replace(PLURAL, '')) });
  }
});

test.each(LANGUAGES)('%s has every plural form its grammar needs, and no other', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  const found = new Map<string, string[]>();
  for (const [key] of textsOf(language)) {
    const [, form] = PLURAL.exec(key) ?? [];
    const name = key.replace(PLURAL, '');
    if (form) found.set(name, [...(found.get(name) ?? []), form].toSorted());
  }
  for (const [name, its] of found) expect({ name, forms: its }).toEqual({ name, forms });
});

test.each(LANGUAGES)('%s has no empty text', (language) => {
  expect(textsOf(language).filter(([, text]) => text.trim() === '')).toEqual([]);
});

test.each(LANGUAGES)('%s has no key in two files, and each sentence once', (language) => {
  const names = [read(`${language}.json`), ...later.map((name) => read(`${language}/${name}.json`))].flatMap(
    Object.keys,
  );
  expect(new Set(names).size).toBe(names.length);
  const keysOf = new Map<string, Set<string>>();
  for (const [key, text] of textsOf(language).filter(([, text]) => /[.!?。！？]$/.test(text)))
    keysOf.set(text, (keysOf.get(text) ?? new Set()).add(key.replace(PLURAL, '')));
  expect([...keysOf.values()].filter(({ size }) => size > 1).map((keys) => [...keys])).toEqual([]);
});

test('a component names the texts that it uses and that are not there from the beginning', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(here, '..') }).filter((file) => !file.includes('.test.'));
  const missing = files.flatMap((file) => {
    const code = readFileSync(join(here, '..', file), 'utf8');
    const calls = [...code.matchAll(/useTexts\(([^)]*)\)/g)].map(([, names = '']) => names);
    return later.flatMap((name) => {
      const uses = new RegExp(`[\\s(?:]['\`](?:${Object.keys(read(`es/${name}.json`)).join('|')})\\.\\w`).test(code);
      return uses && calls.some((names) => !names.includes(`'${name}'`)) ? [`${file}: ${name}`] : [];
    });
  });
  expect(missing).toEqual([]);
});
