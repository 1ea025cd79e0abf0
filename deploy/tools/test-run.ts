import { execFile, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Counts, type FileResult, flakyLines, readReport, withFault } from './test-report.ts';
import { faultsVariable, readFaults, type WorkerFault } from './testing/worker-faults.ts';

export const kinds = ['unit', 'contract', 'service', 'system', 'browser'] as const;

export type Kind = (typeof kinds)[number];

export const isKind = (word: string): word is Kind => (kinds as readonly string[]).includes(word);

/** One jest run: a project of jest.config.js, named like its kind, and its number of workers. */
interface Part {
  kind: Kind;
  workers: number;
}

/** Kinds that other load slows down. When more files than `maxRepeated` failed, the cause is a fault, not chance. */
const repeatedKinds: readonly Kind[] = ['service', 'system', 'browser'];
const maxRepeated = 3;

/** One finished jest run. */
export interface Run {
  part: Part;
  files: FileResult[];
  /** Set when it failed for another reason than its files. */
  failure?: string;
  seconds: number;
}

const root = join(import.meta.dirname, '..', '..');
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const execute = promisify(execFile);
const maxListBytes = 16 * 1024 * 1024;

/** Returns the test files, relative to the project's root, that jest finds with these options. */
export async function listTests(...options: string[]): Promise<string[]> {
  const args = ['--no-warnings', jest, '--listTests', '--json', ...options];
  const { stdout } = await execute(process.execPath, args, { cwd: root, maxBuffer: maxListBytes });
  const listed: string[] = JSON.parse(stdout);
  return listed.map((path) => relative(root, path));
}

/** Lanes run concurrently, the parts of a lane one after the other. */
type Lanes = readonly (readonly Part[])[];

/**
 * Designed for two cores, one stage after the other. Service tests wait for their stores, which leaves a core to the
 * other lane. A system or a browser with its system keeps both cores busy: next to other kinds the total takes as long,
 * but each test several times longer, and more of them wait in vain.
 */
const stages: readonly Lanes[] = [
  [
    [{ kind: 'service', workers: 2 }],
    [
      { kind: 'unit', workers: 2 },
      { kind: 'contract', workers: 1 },
    ],
  ],
  [[{ kind: 'system', workers: 2 }]],
  [[{ kind: 'browser', workers: 2 }]],
];

/** Runs the tests of these kinds; with `only`, only these files of each. */
export async function runTests(
  selected: readonly Kind[],
  only: ReadonlyMap<Kind, readonly string[]> = new Map(),
): Promise<Run[]> {
  const done: Run[] = [];
  const runLane = async (parts: readonly Part[]): Promise<void> => {
    for (const part of parts) if (selected.includes(part.kind)) done.push(await runPart(part, only.get(part.kind)));
  };
  for (const lanes of stages) await Promise.all(lanes.map(runLane));
  return done;
}

async function runPart(part: Part, only: readonly string[] = []): Promise<Run> {
  const began = Date.now();
  const report = join(tmpdir(), `tribus-${part.kind}-${process.pid}.json`);
  const faults = join(tmpdir(), `tribus-${part.kind}-${process.pid}.faults`);
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects', part.kind];
  // A test that timed out may keep running; by then all results are written, and the stores and systems have ended.
  const options = [`--maxWorkers=${part.workers}`, '--json', `--outputFile=${report}`, '--forceExit'];
  const chosen = only.length > 0 ? ['--runTestsByPath', ...only] : [];
  const code = await exitOf([...args, ...options, ...chosen], { [faultsVariable]: faults });
  const seconds = () => (Date.now() - began) / 1000;
  try {
    const { files: reported, failure: unexplained } = readReport(readFileSync(report, 'utf8'), root);
    const files = withFaults(reported, readFaults(faults));
    const { passed, failed } = sumOf(reported);
    const isExplained = code === 0 || (code === 1 && failed > 0);
    const ended = isExplained ? unexplained : `jest ended with code ${code}`;
    const failure = passed + failed === 0 ? 'no test was found' : ended;
    return { part, files, seconds: seconds(), ...(failure && { failure }) };
  } catch (error) {
    return { part, files: [], seconds: seconds(), failure: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(report, { force: true });
    rmSync(faults, { force: true });
  }
}

/** Adds the first fault outside of tests of each file. */
function withFaults(files: readonly FileResult[], faults: readonly WorkerFault[]): FileResult[] {
  const first = new Map(faults.toReversed().map(({ file, message }) => [relative(root, file), message]));
  const unreported = [...first.keys()].filter((path) => !files.some(({ file }) => file === path));
  return [...files, ...unreported.map((file) => ({ file, passed: 0, failed: 0, skipped: 0 }))].map((result) => {
    const message = first.get(result.file);
    return message === undefined ? result : withFault(result, message);
  });
}

function exitOf(args: string[], variables: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs failed files again, each alone, and counts a pass. Returns the files as they failed. */
async function repeatFailed(runs: readonly Run[]): Promise<FileResult[]> {
  const failed = runs
    .filter(({ part }) => repeatedKinds.includes(part.kind))
    .flatMap((run) => run.files.filter((file) => file.failed > 0).map((file) => ({ run, file })));
  if (failed.length > maxRepeated) {
    write(`${failed.length} files failed: more than ${maxRepeated}, so none is run once more.`);
    return [];
  }
  const flaky: FileResult[] = [];
  for (const { run, file } of failed) {
    write(`Once more, by itself: ${file.file}`);
    const again = await runPart({ ...run.part, workers: 1 }, [file.file]);
    run.seconds += again.seconds;
    if (again.failure !== undefined || sumOf(again.files).failed > 0) continue;
    run.files = [...run.files.filter((each) => each !== file), ...again.files];
    flaky.push(file);
  }
  return flaky;
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => all.reduce((total, counts) => total + counts[of], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

const countsOf = ({ files, failure }: Run): Counts =>
  sumOf([...files, { passed: 0, failed: failure === undefined ? 0 : 1, skipped: 0 }]);

const toText = ({ passed, failed, skipped }: Counts, separator: string): string =>
  [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(separator);

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Repeats files that may have failed by chance, prints the result of every kind, and closes with `N passed, N failed`,
 * and `, N skipped` when some were. Returns whether all `wanted` kinds ran and all tests passed.
 */
export async function conclude(runs: readonly Run[], wanted: readonly Kind[]): Promise<boolean> {
  const flaky = await repeatFailed(runs);
  const missing = wanted.filter((kind) => !runs.some(({ part }) => part.kind === kind));
  for (const { part, failure } of runs) if (failure !== undefined) write(`The ${part.kind} tests failed: ${failure}`);
  for (const kind of missing) write(`The ${kind} tests failed: they were not run`);
  for (const kind of kinds) {
    const own = runs.filter(({ part }) => part.kind === kind);
    const seconds = own.reduce((total, run) => total + run.seconds, 0);
    if (own.length > 0) write(`${kind}: ${toText(sumOf(own.map(countsOf)), ' and ')} in ${Math.round(seconds)} s`);
  }
  for (const file of flaky) write(flakyLines(file));
  const total = sumOf([...runs.map(countsOf), { passed: 0, failed: missing.length, skipped: 0 }]);
  write(toText(total, ', '));
  return total.failed === 0 && total.passed > 0;
}
