import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { declared } from './declared.ts';
import { definitions } from './definitions.ts';

const services = join(import.meta.dirname, '..', '..', 'services');

test.each(Object.entries(declared))('the README of %s tells every word of its routes', (service, routes) => {
  const page = readFileSync(join(services, service, 'README.md'), 'utf8');
  const told = page.split('\n- ').find((entry) => entry.startsWith('**Routes**')) ?? '';
  const words = routes.flatMap(({ path }) => path.split('/')).filter((word) => word !== '' && !word.startsWith(':'));
  expect([...new Set(words)].filter((word) => !told.includes(word))).toEqual([]);
});

const withPage = definitions.filter(({ name }) => name !== 'gateway');

test.each(withPage.map((service) => [service.name, service] as const))(
  'the README of %s tells which events it handles, and no other',
  (name, service) => {
    const page = readFileSync(join(services, name, 'README.md'), 'utf8');
    // What single copies hear for their caches and open streams is not handled: it waits for nobody.
    const [told = ''] = /\*\*Listens\*\*.*?(?=\n- |\*\*Asks\*\*|on every replica)/s.exec(page) ?? [];
    const names = [...told.matchAll(/`([A-Z]\w+)`/g)].map(([, event]) => event);
    // Several services may say an event of one name.
    const handled = [...new Set(service.handledEvents().map((type) => type.split('.').at(-1)))];
    expect(told).not.toBe('');
    expect(names.sort()).toEqual(handled.sort());
  },
);
