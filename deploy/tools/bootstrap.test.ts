import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

/** A project without packages, in a folder whose name contains a space. */
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tribus bootstrap-'));
  mkdirSync(join(root, 'deploy', 'tools'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  for (const file of ['bootstrap.mjs', 'helm.mjs', 'setup-lock.mjs', 'setup.mjs'])
    cpSync(join(import.meta.dirname, file), join(root, 'deploy', 'tools', file));
  writeFileSync(join(root, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }');
  writeFileSync(join(root, 'waits.ts'), waits);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Prints received signals, and exits with the given code when stopped. */
const waits = `
const code: number = Number(process.argv[2]);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log(signal));
process.on('SIGTERM', () => process.exit(code));
console.log('waiting');
setInterval(() => undefined, 1000);
`;

test('the command runs under Node 24 and its exit code is returned', async () => {
  writeFileSync(
    join(root, 'done.ts'),
    'const text: string = process.version; console.log(text); process.exitCode = 7;',
  );
  const { code, output } = await finish(bootstrap('run', 'done.ts'));
  expect(output).toMatch(/^v24\./);
  expect(code).toBe(7);
});

test('a signal received twice at once is forwarded once', async () => {
  const child = bootstrap('run', 'waits.ts', '3');
  await untilPrinted(child, 'waiting');
  child.kill('SIGINT');
  child.kill('SIGINT');
  await untilPrinted(child, 'SIGINT');
  child.kill('SIGTERM');
  const { code, output } = await finish(child);
  expect(output).toBe('SIGTERM\n');
  expect(code).toBe(3);
});

test('a command waits while another one prepares the folder, and continues when that has ended', async () => {
  const lock = join(root, '.node', 'setup.lock');
  mkdirSync(join(root, '.node'), { recursive: true });
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  writeFileSync(lock, String(other.pid));
  writeFileSync(join(root, 'done.ts'), "console.log('done');");
  const child = bootstrap('run', 'done.ts');
  const [message] = await once(child.stderr ?? child, 'data');
  expect(String(message)).toBe('Waiting for another command that prepares this folder…\n');
  expect(existsSync(lock)).toBe(true);
  other.kill();
  expect(await finish(child)).toEqual({ code: 0, output: 'done\n' });
  expect(existsSync(lock)).toBe(false);
});

test('a closed terminal ends the command in order', async () => {
  const child = bootstrap('run', 'waits.ts', '0');
  await untilPrinted(child, 'waiting');
  child.kill('SIGHUP');
  expect(await finish(child)).toEqual({ code: 0, output: 'SIGTERM\n' });
});

test('an unknown command prints the usage', async () => {
  const child = bootstrap('strat');
  const [message] = await once(child.stderr ?? child, 'data');
  expect(String(message)).toBe(
    'Usage: bootstrap.mjs start|dev|test|test-changed|jest|lint|bench|settings|run [arguments]\n',
  );
  expect((await finish(child)).code).toBe(1);
});

test('the packages of the lock file can be installed on any machine', async () => {
  const project = join(import.meta.dirname, '..', '..');
  const args = ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error', '--no-audit'];
  // Fails with "Missing: … from lock file" when the lock was written without the packages of other machines.
  await promisify(execFile)('npm', args, { cwd: project });
});

function bootstrap(...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(root, 'deploy', 'tools', 'bootstrap.mjs'), ...args], {
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits until the program has printed `text`, and discards that output. */
function untilPrinted({ stdout }: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = (chunk: Buffer): void => {
      if (!chunk.toString().includes(text)) return;
      stdout?.off('data', listen);
      resolve();
    };
    stdout?.on('data', listen);
  });
}

async function finish(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}
