import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..', '..');

interface Assertion {
  title: string;
  status: string;
  failureMessages: string[];
}

/** A separate project for each test, whose files one worker runs. */
export interface RunnerBench {
  write(file: string, source: string): Promise<void>;
  /** Returns every test's status, and the messages of failed tests. */
  run(): Promise<{ statuses: Record<string, string>; messages: Record<string, string> }>;
}

/** `config` is jest's; its test files are in the folder `tests`. */
export function openRunnerBench(config: object, flags: readonly string[] = []): RunnerBench {
  let project: string;
  const write = (file: string, source: string) => writeFile(join(project, file), source);

  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'tribus-native-'));
    await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
    await mkdir(join(project, 'tests'));
    await write('package.json', JSON.stringify({ type: 'module' }));
    await write('jest.config.js', `export default ${JSON.stringify(config)};`);
  });
  afterEach(() => rm(project, { recursive: true, force: true }));

  return {
    write,
    async run() {
      const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
      const args = [...flags, '--no-warnings', jest, '--json', '--runInBand', '--forceExit'];
      const output = await new Promise<string>((resolve) =>
        execFile(process.execPath, args, { cwd: project }, (_error, stdout) => resolve(stdout)),
      );
      const results: { assertionResults: Assertion[] }[] = JSON.parse(output).testResults;
      const all = results.flatMap(({ assertionResults }) => assertionResults);
      return {
        statuses: Object.fromEntries(all.map(({ title, status }) => [title, status])),
        messages: Object.fromEntries(all.map(({ title, failureMessages }) => [title, failureMessages.join('\n')])),
      };
    },
  };
}
