import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { plan } from '../one/services.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const services = plan.map(({ name }) => name);

const sourcesOf = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => read(folder, file))
    .join('\n');

const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap((match) => match[1] ?? [])),
];

test('the README lists exactly the commands of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const listed = found(read('README.md'), /^\| `npm (?:run )?([a-z0-9:]+)/gm);
  expect(listed.sort()).toEqual(Object.keys(scripts).sort());
});

test('every decision has a unique number in its file name and its title', () => {
  const names = readdirSync(join(root, 'docs', 'decisions')).sort();
  const numbers = names.map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(names.map((_name, index) => index + 1));
  for (const [index, name] of names.entries()) expect(read('docs', 'decisions', name)).toMatch(`# ${index + 1}. `);
});

test('the README links to the README of every service', () => {
  for (const name of services) expect(read('README.md')).toContain(`services/${name}/README.md`);
});

test.each(services)('the README of %s names every event it emits and every rpc it serves', (name) => {
  const about = read('services', name, 'README.md');
  const emitted = found(sourcesOf(`services/${name}/src`), /\b(?:emit|event)\((\w+),/g);
  const pkg = name === 'vibes-realtime' ? 'vibes' : name;
  const calls = found(read('proto', pkg, 'v1', 'service.proto'), /^ {2}rpc (\w+)/gm);
  const missing = [...emitted, ...calls].filter((word) => !about.includes(word));
  expect(missing).toEqual([]);
});
