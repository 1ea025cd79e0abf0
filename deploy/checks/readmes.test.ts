import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { declared } from './declared.ts';

const services = join(import.meta.dirname, '..', '..', 'services');

test.each(Object.entries(declared))('the README of %s tells every word of its routes', (service, routes) => {
  const page = readFileSync(join(services, service, 'README.md'), 'utf8');
  const told = page.split('\n- ').find((entry) => entry.startsWith('**Routes**')) ?? '';
  const words = routes.flatMap(({ path }) => path.split('/')).filter((word) => word !== '' && !word.startsWith(':'));
  expect([...new Set(words)].filter((word) => !told.includes(word))).toEqual([]);
});
