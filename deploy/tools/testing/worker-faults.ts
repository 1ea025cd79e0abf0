import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * Faults of a jest worker outside of tests, which jest does not report: it restarts an exited worker with the same file
 * up to three times, and does not catch an error between two files.
 */
export interface WorkerFault {
  /** Absolute path of the current test file, or of the last one. */
  file: string;
  message: string;
}

/** Variable with the path of the file to which workers append their faults. */
export const faultsVariable = 'TEST_WORKER_FAULTS';

let current = '';

/** Attributes later faults to this test file. */
export function enterFile(file: string): void {
  current = file;
}

/** Records the faults of this process, if it is a worker and the variable is set. */
export function recordFaults(): void {
  const path = process.env[faultsVariable];
  // An exit of another process ends the whole run visibly.
  if (!path || !process.send) return;
  const record = (message: string) =>
    appendFileSync(path, `${JSON.stringify({ file: current, message } satisfies WorkerFault)}\n`);
  // During a file its tests catch these: jest removes the listeners and restores them afterwards.
  process.on('uncaughtException', (error) => record(`after the last test: ${error?.stack ?? String(error)}`));
  process.on('exit', (code) => {
    if (code !== 0) record(`the worker ended itself with code ${code}`);
  });
}

/** Returns the faults recorded by the workers of a run, in order of time. */
export function readFaults(path: string): WorkerFault[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): WorkerFault => JSON.parse(line));
}
