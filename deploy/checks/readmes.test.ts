import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { declared } from './declared.ts';
import { definitions } from './definitions.ts';

const services = join(import.meta.dirname, '..', '..', 'services');

test.each(Object.entries(declared))('the README of %s contains every path segment of its routes', (service, routes) => {
  const page = readFileSync(join(services, service, 'README.md'), 'utf8');
  const section = page.split('\n- ').find((entry) => entry.startsWith('**Routes**')) ?? '';
  const words = routes.flatMap(({ path }) => path.split('/')).filter((word) => word !== '' && !word.startsWith(':'));
  expect([...new Set(words)].filter((word) => !section.includes(word))).toEqual([]);
});

const withPage = definitions.filter(({ name }) => name !== 'gateway');

test.each(withPage.map((service) => [service.name, service] as const))(
  'the README of %s names exactly the events it handles',
  (name, service) => {
    const page = readFileSync(join(services, name, 'README.md'), 'utf8');
    // Events that each replica receives for its caches and open streams are not handled: no consumer acknowledges them.
    const [section = ''] = /\*\*Listens\*\*.*?(?=\n- |on every replica)/s.exec(page) ?? [];
    const names = [...section.matchAll(/`([A-Z]\w+)`/g)].map(([, event]) => event);
    // Several services may emit an event of the same name.
    const handled = [...new Set(service.handledEvents().map((type) => type.split('.').at(-1)))];
    expect(section).not.toBe('');
    expect(names.sort()).toEqual(handled.sort());
  },
);

test.each(withPage.map((service) => [service.name, service] as const))(
  'the README of %s names every job it runs',
  (name, service) => {
    const page = readFileSync(join(services, name, 'README.md'), 'utf8');
    const jobs = service.declaredJobs().map(({ definition }) => definition.name);
    expect(jobs.filter((job) => !page.includes(`\`${job}\``))).toEqual([]);
  },
);
