import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { kinds } from './test-run.ts';

const root = join(import.meta.dirname, '..', '..');

/** A project with tests of its own, run by the same program: `<project's folder>/<name>.test.js`. */
let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'tribus-runner-'));
  await mkdir(join(project, 'deploy', 'tools', 'testing'), { recursive: true });
  for (const name of ['test.ts', 'test-run.ts', 'test-report.ts', 'testing/worker-faults.ts'])
    await cp(join(import.meta.dirname, name), join(project, 'deploy', 'tools', name));
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  const native = {
    testRunner: join(import.meta.dirname, 'testing', 'native-runner.mjs'),
    testEnvironment: join(import.meta.dirname, 'testing', 'native-environment.mjs'),
    transform: {},
  };
  const configs = kinds.map((name) => ({ ...native, displayName: name, testMatch: [`<rootDir>/${name}/*.test.js`] }));
  await writeFile(join(project, 'jest.config.js'), `export default ${JSON.stringify({ projects: configs })};`);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterEach(() => rm(project, { recursive: true, force: true }));

/** Writes a file of two tests; the second runs `fault` in the first `failures` of its runs. */
async function write(
  file: string,
  failures: number,
  fault = "throw new Error('not yet, run ' + before)",
): Promise<void> {
  await mkdir(join(project, file, '..'), { recursive: true });
  const source = `
    import { existsSync, readFileSync, writeFileSync } from 'node:fs';
    import { expect, test } from '@jest/globals';
    const runs = import.meta.filename + '.runs';
    test('stands', () => {});
    test('fails at first', () => {
      const before = existsSync(runs) ? Number(readFileSync(runs, 'utf8')) : 0;
      writeFileSync(runs, String(before + 1));
      if (before < ${failures}) ${fault};
    });`;
  await writeFile(join(project, file), source);
}

async function run(...kinds: string[]): Promise<{ code: number; lines: string[] }> {
  const child = spawn(process.execPath, ['--no-warnings', 'deploy/tools/test.ts', ...kinds], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const output = await text(child.stdout);
  return { code: await ended, lines: output.trimEnd().split('\n') };
}

test('a file that fails and then passes alone counts as passed, and the closing lines name it', async () => {
  await write('service/steady.test.js', 0);
  await write('service/shaky.test.js', 1);
  await write('browser/shaky.test.js', 1);
  const { code, lines } = await run('service', 'browser');
  expect(code).toBe(0);
  expect(lines.at(-1)).toBe('6 passed, 0 failed');
  expect(lines.filter((line) => line.startsWith('flaky: '))).toEqual([
    'flaky: service/shaky.test.js › fails at first',
    'flaky: browser/shaky.test.js › fails at first',
  ]);
  expect(lines).toContain('  Error: not yet, run 0');
});

test('a second failure fails the run, and so does one of a kind that is not repeated', async () => {
  await write('service/broken.test.js', 9);
  await write('service/steady.test.js', 0);
  await write('unit/shaky.test.js', 1);
  const { code, lines } = await run('service', 'unit');
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe('4 passed, 2 failed');
  expect(lines.join('\n')).not.toContain('flaky');
});

test('up to three failed files are repeated, of four none', async () => {
  for (let index = 0; index < 3; index++) await write(`system/shaky-${index}.test.js`, 1);
  const few = await run('system');
  expect(few.code).toBe(0);
  expect(few.lines.filter((line) => line.startsWith('flaky: '))).toHaveLength(3);
  for (let index = 0; index < 4; index++) await write(`service/shaky-${index}.test.js`, 1);
  const { code, lines } = await run('service');
  expect(code).toBe(1);
  expect(lines[0]).toBe('4 files failed: more than 3, so none is run once more.');
  expect(lines.join('\n')).not.toContain('flaky');
  expect(lines.at(-1)).toBe('4 passed, 4 failed');
});

test('a kind without a test fails', async () => {
  await write('service/steady.test.js', 0);
  const { code, lines } = await run('service', 'system');
  expect(code).toBe(1);
  expect(lines).toContain('The system tests failed: no test was found');
  expect(lines.at(-1)).toBe('2 passed, 1 failed');
});

test('a file whose worker exits has failed, even if jest runs it again and it passes then', async () => {
  await write('service/dying.test.js', 1, 'process.exit(1)');
  await write('service/steady.test.js', 0);
  const { code, lines } = await run('service');
  expect(lines).toContain('Once more, by itself: service/dying.test.js');
  expect(lines).toContain('flaky: service/dying.test.js');
  expect(lines).toContain('  the worker ended itself with code 1');
  expect([code, lines.at(-1)]).toEqual([0, '4 passed, 0 failed']);
});

test('a worker that exits fails a run of a kind that is not repeated', async () => {
  await write('unit/dying.test.js', 1, 'process.exit(1)');
  await write('unit/steady.test.js', 0);
  const { code, lines } = await run('unit');
  expect([code, lines.at(-1)]).toEqual([1, '4 passed, 1 failed']);
});

test('an uncaught error after the last test of a file fails it', async () => {
  const thrown = join(project, 'thrown');
  const throwLater = `setTimeout(() => { writeFileSync('${thrown}', ''); throw new Error('too late'); }, 50)`;
  await write('unit/late.test.js', 1, throwLater);
  // The other worker is busy until then.
  await writeFile(
    join(project, 'unit', 'long.test.js'),
    `import { existsSync } from 'node:fs';
    import { test } from '@jest/globals';
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    test('waits', async () => { while (!existsSync('${thrown}')) await pause(); });`,
  );
  const { code, lines } = await run('unit');
  expect([code, lines.at(-1)]).toEqual([1, '3 passed, 1 failed']);
});

test('an unknown kind is refused, and no test runs', async () => {
  await write('service/steady.test.js', 0);
  expect(await run('service', 'sevice')).toEqual({ code: 2, lines: [''] });
});

test('a kind in no stage fails', async () => {
  await write('service/steady.test.js', 0);
  const program = join(project, 'deploy', 'tools', 'test-run.ts');
  const source = await readFile(program, 'utf8');
  const without = source.replace(/ *\[\[\{ kind: 'browser'.*\n/, '');
  expect(without).not.toBe(source);
  await writeFile(program, without);
  const { code, lines } = await run('service', 'browser');
  expect(lines).toContain('The browser tests failed: they were not run');
  expect([code, lines.at(-1)]).toEqual([1, '2 passed, 1 failed']);
});
