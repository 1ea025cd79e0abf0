import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { definitions } from './definitions.ts';

const services = join(import.meta.dirname, '..', '..', 'services');
const testOf = (name: string): string =>
  readFileSync(join(services, name, 'tests', 'deleted-subjects.test.ts'), { encoding: 'utf8' });

const named = definitions.map((service) => [service.name, service] as const);
const handling = named.filter(([, service]) => service.handledEvents().length > 0);
const working = named.filter(([, service]) => service.declaredJobs().length > 0);

test.each(handling)('%s tests all its event handlers with deleted subjects', (name) => {
  expect(testOf(name)).toContain('handleEventsOfDeleted(');
});

test.each(working)('%s tests all its jobs with deleted subjects', (name) => {
  expect(testOf(name)).toContain('runJobsOfDeleted(');
});

test('several services handle events, and several have jobs', () => {
  expect(handling.length).toBeGreaterThan(1);
  expect(working.length).toBeGreaterThan(1);
});
