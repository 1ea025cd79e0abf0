import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { definitions } from './definitions.ts';
import { requiredSettings } from './required-settings.ts';
import { retentionPage } from './retention-page.ts';
import { settingsPage } from './settings-page.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const variables = definitions.flatMap((service) => service.variables);
const variableCalled = (name: string) => variables.find((variable) => variable.name === name);

test('docs/settings.md matches the definitions: `npm run settings` writes it', () => {
  expect(read('docs/settings.md')).toBe(settingsPage(definitions));
});

test('docs/retention.md matches the definitions: `npm run settings` writes it', () => {
  expect(read('docs/retention.md')).toBe(retentionPage(definitions));
});

test('deploy/settings.yaml, which compose and the charts read, matches the definitions', () => {
  const example = new Set(Object.keys(parseEnv(read('.env.example'))));
  expect(read('deploy/settings.yaml')).toBe(requiredSettings(definitions, example));
  for (const chart of ['tribus', 'infra'])
    expect(read(`helm/${chart}/files/settings.yaml`)).toBe(read('deploy/settings.yaml'));
});

test('a variable that several processes read has one definition', () => {
  for (const variable of variables) expect(variable).toEqual(variableCalled(variable.name));
});

test.each(definitions)('the README of $name links to its settings, and names no unknown one', (service) => {
  const page = read(join(service.main.replace('/src/main.ts', ''), 'README.md'));
  expect(page).toContain(`docs/settings.md#${service.name}`);
  const named = [...page.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !variableCalled(name))).toEqual([]);
});

test('the defaults in compose match the definitions', () => {
  const defaults = [...read('docker-compose.yml').matchAll(/\$\{(\w+):-([^}]*)\}/g)];
  const other = defaults.filter(([, name = '', fallback]) => {
    const known = variableCalled(name);
    return known?.default !== undefined && known.default !== fallback;
  });
  expect(other.map(([whole]) => whole)).toEqual([]);
});

test('the chart takes only the secrets from the Secret', () => {
  interface Entry {
    settings?: string[];
    optionalSecrets?: string[];
  }
  const { settings, services }: { settings: object; services: Record<string, Entry> } = parse(
    read('helm/tribus/values.yaml'),
  );
  const entries = Object.values(services);
  const secret = entries.flatMap(({ optionalSecrets = [] }) => optionalSecrets);
  const open = [...Object.keys(settings), ...entries.flatMap((entry) => entry.settings ?? [])];
  expect(secret.filter((name) => !variableCalled(name)?.secret)).toEqual([]);
  expect(open.filter((name) => variableCalled(name)?.secret)).toEqual([]);
});
