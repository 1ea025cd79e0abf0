import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm test [kind …]`: runs the kinds of tests and closes with `N passed, N failed`, and `, N skipped` where some were.
 * A kind that could not run is a failure, and so is one that found no test.
 */
const kinds = ['unit', 'contract', 'service', 'system', 'browser'] as const;

type Kind = (typeof kinds)[number];

/** What one jest runs: a project of jest.config.js, and how many of its files at once. */
interface Part {
  kind: Kind;
  project: string;
  workers: number;
}

/**
 * Step after step; the parts of a step run beside each other. Made for two cores: each part that runs has stores, a
 * whole system or a browser beside it, so more at once take as long, and on a busy machine longer than their limits.
 */
const steps: readonly (readonly Part[])[] = [
  [{ kind: 'unit', project: 'unit', workers: 2 }],
  [{ kind: 'contract', project: 'contract', workers: 2 }],
  [{ kind: 'service', project: 'service', workers: 2 }],
  [{ kind: 'service', project: 'service, timed', workers: 1 }],
  [
    { kind: 'system', project: 'system', workers: 1 },
    { kind: 'browser', project: 'browser', workers: 1 },
  ],
  [{ kind: 'system', project: 'system, timed', workers: 1 }],
];

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

const root = join(import.meta.dirname, '..', '..');

async function runPart({ kind, project, workers }: Part): Promise<Outcome> {
  const began = Date.now();
  const report = join(tmpdir(), `tribus-${project.replace(/\W+/g, '-')}-${process.pid}.json`);
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects', project];
  // A test that was given up may go on waiting for ever; by then all is told, and the stores and systems have ended.
  const options = [`--maxWorkers=${workers}`, '--json', `--outputFile=${report}`, '--forceExit'];
  const code = await exitOf(process.execPath, [...args, ...options]);
  try {
    return { ...countsIn(readFileSync(report, 'utf8'), code), seconds: (Date.now() - began) / 1000 };
  } catch (error) {
    process.stdout.write(`The ${kind} tests could not run: ${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1, skipped: 0, seconds: (Date.now() - began) / 1000 };
  } finally {
    rmSync(report, { force: true });
  }
}

function countsIn(report: string, code: number): Omit<Outcome, 'seconds'> {
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(report);
  const broken = numRuntimeErrorTestSuites + (numPassedTests + numFailedTests === 0 ? 1 : 0);
  const failed = numFailedTests + broken;
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: numPendingTests };
}

function exitOf(program: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const sumOf = (outcomes: readonly Outcome[]): Outcome => {
  const sum = (of: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[of], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), seconds: sum('seconds') };
};

const counts = ({ passed, failed, skipped }: Outcome, separator: string): string =>
  [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(separator);

const asked = process.argv.slice(2);
const outcomes = new Map<Kind, Outcome[]>();
for (const step of steps) {
  const parts = step.filter(({ kind }) => asked.length === 0 || asked.includes(kind));
  const ended = await Promise.all(parts.map(async (part) => ({ kind: part.kind, outcome: await runPart(part) })));
  for (const { kind, outcome } of ended) outcomes.set(kind, [...(outcomes.get(kind) ?? []), outcome]);
}
for (const kind of kinds) {
  const outcome = sumOf(outcomes.get(kind) ?? []);
  if (!outcomes.has(kind)) continue;
  process.stdout.write(`${kind}: ${counts(outcome, ' and ')} in ${Math.round(outcome.seconds)} s\n`);
}
const total = sumOf([...outcomes.values()].flat());
process.stdout.write(`${counts(total, ', ')}\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
