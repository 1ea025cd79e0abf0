import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const LANGUAGES = ['es', 'en', 'zh'] as const;

/** Every text by its dotted key. */
function flatten(texts: unknown, prefix = ''): [key: string, text: string][] {
  if (typeof texts === 'string') return [[prefix, texts]];
  return Object.entries(texts ?? {}).flatMap(([key, value]) => flatten(value, prefix ? `${prefix}.${key}` : key));
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

function textsOf(language: string): [key: string, text: string][] {
  return flatten(JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8')));
}

function namesOf(language: string): string[] {
  return [...new Set(textsOf(language).map(([key]) => key.replace(PLURAL, '')))].sort();
}

function variablesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').sort();
}

test.each(['en', 'zh'])('%s has exactly the texts that Spanish has', (language) => {
  expect(namesOf(language)).toEqual(namesOf('es'));
});

test.each(['en', 'zh'])('%s fills in the same variables as Spanish', (language) => {
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

test.each(LANGUAGES)('%s leaves no text empty', (language) => {
  expect(textsOf(language).filter(([, text]) => text.trim() === '')).toEqual([]);
});
