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

/** What one jest runs: a project of jest.config.js, which has the name of the kind, and how many of its files at once. */
export interface Part {
  kind: Kind;
  workers: number;
}

/** What is slowed down by what runs beside it. More files than `maxRepeated` have failed by a fault, not by chance. */
const repeatedKinds: readonly Kind[] = ['service', 'system', 'browser'];
const maxRepeated = 3;

/** One jest that has ended. */
export interface Run {
  part: Part;
  files: FileResult[];
  /** Set when it failed otherwise than by its files. */
  failure?: string;
  seconds: number;
}

const root = join(import.meta.dirname, '..', '..');
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const execute = promisify(execFile);
const maxListBytes = 16 * 1024 * 1024;

/** The files of tests, from the root of the project, that jest finds with these options. */
export async function listTests(...options: string[]): Promise<string[]> {
  const args = ['--no-warnings', jest, '--listTests', '--json', ...options];
  const { stdout } = await execute(process.execPath, args, { cwd: root, maxBuffer: maxListBytes });
  const listed: string[] = JSON.parse(stdout);
  return listed.map((path) => relative(root, path));
}

/** Lanes run beside each other, the parts of a lane one after the other. */
export type Lanes = readonly (readonly Part[])[];

/** Runs the parts of these kinds; with `only`, these files of each. */
export async function runLanes(
  lanes: Lanes,
  asked: readonly Kind[],
  only: ReadonlyMap<Kind, readonly string[]> = new Map(),
): Promise<Run[]> {
  const runs = lanes.map(async (parts) => {
    const done: Run[] = [];
    for (const part of parts) if (asked.includes(part.kind)) done.push(await runPart(part, only.get(part.kind)));
    return done;
  });
  return (await Promise.all(runs)).flat();
}

async function runPart(part: Part, only: readonly string[] = []): Promise<Run> {
  const began = Date.now();
  const report = join(tmpdir(), `tribus-${part.kind}-${process.pid}.json`);
  const faults = join(tmpdir(), `tribus-${part.kind}-${process.pid}.faults`);
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects', part.kind];
  // A test that was given up may go on waiting for ever; by then all is told, and the stores and systems have ended.
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

/** The results with the first thing that went wrong in their workers beside their tests. */
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

/** Runs the files that failed once more, each by itself, and lets what passes count. Answers these as they failed. */
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
 * Runs once more what may have failed by chance, tells of every kind, and closes with `N passed, N failed`, and
 * `, N skipped` where some were. Answers whether all of the `wanted` kinds were run and all tests passed.
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
