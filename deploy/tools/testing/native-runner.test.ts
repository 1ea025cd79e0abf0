import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..', '..');

/** A project with files of tests of its own, which one worker runs natively. */
let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'tribus-native-'));
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  await mkdir(join(project, 'tests'));
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  const config = {
    testMatch: ['<rootDir>/tests/*.test.ts'],
    testRunner: join(import.meta.dirname, 'native-runner.mjs'),
    testEnvironment: join(import.meta.dirname, 'native-environment.mjs'),
    setupFilesAfterEnv: ['<rootDir>/set-up.ts'],
    extensionsToTreatAsEsm: ['.ts'],
    transform: {},
  };
  await writeFile(join(project, 'jest.config.js'), `export default ${JSON.stringify(config)};`);
  await writeFile(join(project, 'set-up.ts'), '');
});
afterEach(() => rm(project, { recursive: true, force: true }));

const write = (file: string, source: string): Promise<void> => writeFile(join(project, file), source);

interface Assertion {
  title: string;
  status: string;
  failureMessages: string[];
}

/** Every test with its status, file by file, and what those that failed said. */
async function run(): Promise<{ statuses: Record<string, string>; messages: Record<string, string> }> {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--no-warnings', jest, '--json', '--runInBand', '--forceExit'];
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { cwd: project }, (_error, stdout) => resolve(stdout)),
  );
  const results: { assertionResults: Assertion[] }[] = JSON.parse(output).testResults;
  const all = results.flatMap(({ assertionResults }) => assertionResults);
  return {
    statuses: Object.fromEntries(all.map(({ title, status }) => [title, status])),
    messages: Object.fromEntries(all.map(({ title, failureMessages }) => [title, failureMessages.join('\n')])),
  };
}

test('a test fails by what it throws, what nobody catches and what never ends; the others go on', async () => {
  const source = `
    import { expect, test } from '@jest/globals';
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const typed: number = 1;
    test('holds', () => expect(typed).toBe(1));
    test('claims too much', () => expect(typed).toBe(2));
    test('throws later', async () => { setImmediate(() => { throw new Error('too late'); }); await turn(); await turn(); });
    test('forgets a promise', async () => { Promise.reject(new Error('forgotten')); await turn(); await turn(); });
    test('never ends', () => new Promise(() => {}), 100);
    test.each([1, 2])('is told of %i', (number) => expect(number).toBeLessThan(3));
    test.skip('is left out', () => {});`;
  await write('tests/one.test.ts', source);
  const { statuses, messages } = await run();
  expect(statuses).toEqual({
    holds: 'passed',
    'claims too much': 'failed',
    'throws later': 'failed',
    'forgets a promise': 'failed',
    'never ends': 'failed',
    'is told of 1': 'passed',
    'is told of 2': 'passed',
    'is left out': 'pending',
  });
  expect(messages['throws later']).toContain('too late');
  expect(messages['forgets a promise']).toContain('forgotten');
  expect(messages['never ends']).toContain('Exceeded timeout of 100 ms');
});

test('the files of a worker share their modules, and each has its own tests and hooks', async () => {
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
