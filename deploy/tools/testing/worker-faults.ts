import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * What goes wrong in a worker of jest beside its tests, which jest's report does not hold: jest starts a worker that has
 * ended by itself anew, with the same file, up to three times, and nothing catches an error between two files.
 */
export interface WorkerFault {
  /** The absolute path of the file of tests at work, or of the last one. */
  file: string;
  message: string;
}

/** The variable with the path of the file to which workers append their faults. */
export const faultsVariable = 'TEST_WORKER_FAULTS';

let current = '';

/** Faults belong to this file of tests from now on. */
export function enterFile(file: string): void {
  current = file;
}

/** Records the faults of this process, if it is a worker and the run asks for them. */
export function recordFaults(): void {
  const path = process.env[faultsVariable];
  // A process that is no worker ends the whole run, which is seen.
  if (!path || !process.send) return;
  const record = (message: string) =>
    appendFileSync(path, `${JSON.stringify({ file: current, message } satisfies WorkerFault)}\n`);
  // While a file is at work its tests catch these: jest takes the listeners off, and puts them back afterwards.
  process.on('uncaughtException', (error) => record(`after the last test: ${error?.stack ?? String(error)}`));
  process.on('exit', (code) => {
    if (code !== 0) record(`the worker ended itself with code ${code}`);
  });
}

/** Returns what the workers of a run recorded, in the order of time. */
export function readFaults(path: string): WorkerFault[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): WorkerFault => JSON.parse(line));
}
