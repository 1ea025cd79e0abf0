import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** `npm run lint`: runs every check of the code and reports each; fails when one fails. */
const root = join(import.meta.dirname, '..', '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** The native compiler checks the types in a third of the time; the checks of deploy/checks need the other's API. */
const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

interface Check {
  name: string;
  program: string;
  args: string[];
  cwd?: string;
}

/** Values files of a chart with required values. */
const valuesOf = (chart: string): string[] =>
  chart === 'tribus' ? ['--values', 'helm/tribus/ci/minimal-values.yaml', '--set', 'examples=true'] : [];

const checks: readonly Check[] = [
  { name: 'format and lint', program: bin('biome'), args: ['check', '.', '--error-on-warnings'] },
  { name: 'exceptions of the linter', program: process.execPath, args: ['deploy/checks/lint-exceptions.ts'] },
  { name: 'published API', program: process.execPath, args: ['deploy/checks/lint-contract.ts'] },
  { name: 'proto', program: bin('buf'), args: ['lint'], cwd: join(root, 'proto') },
  { name: 'types', program: compiler, args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web app', program: compiler, args: ['-p', 'frontend/tsconfig.json'] },
  {
    name: 'boundaries',
    program: bin('depcruise'),
    args: [
      '--config',
      '.dependency-cruiser.js',
      '--output-type',
      'err',
      'services',
      'gateway',
      'deploy',
      'frontend/src',
    ],
  },
  { name: 'dead code', program: bin('knip'), args: ['--no-progress'] },
  // The gallery and tests do not count: an export used only there is dead, unless a tag names the planned screen that
  // needs it.
  {
    name: 'dead code of the web app',
    program: bin('knip'),
    args: [
      '--no-progress',
      '--production',
      '--workspace',
      'frontend',
      '--include',
      'files,exports,types',
      '--tags=-awaited',
    ],
  },
  ...['tribus', 'infra'].map((chart) => ({
    name: `chart ${chart}`,
    program: join(root, '.node', 'helm', 'bin', 'helm'),
    args: ['lint', '--strict', '--quiet', `helm/${chart}`, ...valuesOf(chart)],
  })),
];

function run({ program, args, cwd }: Check): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: cwd ?? root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Two at a time, because most checks use one processor. */
const workers = 2;

const queue = [...checks];
let failed = 0;

async function work(): Promise<void> {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const { code, output } = await run(check);
    process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${check.name}\n${code === 0 ? '' : output}`);
    if (code !== 0) failed += 1;
  }
}

await Promise.all(Array.from({ length: workers }, work));
process.exitCode = failed > 0 ? 1 : 0;
