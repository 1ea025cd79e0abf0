import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { openRunnerBench } from './runner-bench.ts';

const { run, write } = openRunnerBench({
  testMatch: ['<rootDir>/tests/*.test.ts'],
  testRunner: join(import.meta.dirname, 'native-runner.mjs'),
  testEnvironment: join(import.meta.dirname, 'native-environment.mjs'),
  setupFilesAfterEnv: ['<rootDir>/set-up.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
});
beforeEach(() => write('set-up.ts', ''));

test('a test fails by a thrown error, an uncaught error or a timeout; the others continue', async () => {
  const source = `
    import { expect, test } from '@jest/globals';
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const typed: number = 1;
    test('holds', () => expect(typed).toBe(1));
    test('claims too much', () => expect(typed).toBe(2));
    test('throws later', async () => { setImmediate(() => { throw new Error('too late'); }); await turn(); await turn(); });
    test('forgets a promise', async () => { Promise.reject(new Error('forgotten')); await turn(); await turn(); });
    test('never ends', () => new Promise(() => {}), 100);
    test.each([1, 2])('gets the number %i', (number) => expect(number).toBeLessThan(3));
    test.skip('is left out', () => {});`;
  await write('tests/one.test.ts', source);
  const { statuses, messages } = await run();
  expect(statuses).toEqual({
    holds: 'passed',
    'claims too much': 'failed',
    'throws later': 'failed',
    'forgets a promise': 'failed',
    'never ends': 'failed',
    'gets the number 1': 'passed',
    'gets the number 2': 'passed',
    'is left out': 'pending',
  });
  expect(messages['throws later']).toContain('too late');
  expect(messages['forgets a promise']).toContain('forgotten');
  expect(messages['never ends']).toContain('Exceeded timeout of 100 ms');
});

test('the files of a worker share their modules, but have their own tests and hooks', async () => {
  await write(
    'shared.ts',
    `import { afterAll, beforeEach } from '@jest/globals';
    export const shared = { loaded: 0, started: 0, ended: 0 };
    shared.loaded += 1;
    export function countTests(): void { beforeEach(() => { shared.started += 1; }); }
    export function countFile(): void { afterAll(() => { shared.ended += 1; }); }`,
  );
  await write('set-up.ts', `import { countFile } from './shared.ts'; countFile();`);
  const file = (name: string) => `
    import { expect, test } from '@jest/globals';
    import { countTests, shared } from '../shared.ts';
    countTests();
    const before = { ...shared };
    test('${name} has one hook before each', () => expect(shared.started - before.started).toBe(1));
    test('${name} finds the module loaded once', () => expect(shared.loaded).toBe(1));
    test('${name} comes after as many files as have ended', () => expect(shared.ended).toBe(before.started / 3));`;
  await write('tests/one.test.ts', file('one'));
  await write('tests/two.test.ts', file('two'));
  const { statuses } = await run();
  expect(Object.keys(statuses)).toHaveLength(6);
  expect(new Set(Object.values(statuses))).toEqual(new Set(['passed']));
});
