import { mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '@tribus/kit/core/errors.ts';

const terminateTimeoutMs = 5_000;

/** Saves the process id of a running program until `forget`. */
export function rememberProgram(pidFile: string, pid: number): { forget(): void } {
  mkdirSync(dirname(pidFile), { recursive: true, mode: 0o700 });
  writeFileSync(pidFile, String(pid), { mode: 0o600 });
  return { forget: () => rmSync(pidFile, { force: true }) };
}

/**
 * Ends a program left by a killed run. Process ids are reused, so only a process with the working folder `cwd` is
 * ended.
 */
export async function endOrphan(
  pidFile: string,
  cwd: string,
  [stopSignal = 'SIGTERM']: readonly NodeJS.Signals[],
): Promise<void> {
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  if (worksIn(pid, cwd)) {
    const program = readProgram(pid);
    process.kill(pid, stopSignal);
    if (!(await endsWithin(pid, cwd, terminateTimeoutMs))) {
      process.kill(pid, 'SIGKILL');
      await endsWithin(pid, cwd, terminateTimeoutMs);
    }
    killProcessesIn(program, cwd);
  }
  rmSync(pidFile, { force: true });
}

/**
 * Kills the children that a killed program could not end: a database has processes of the same program in the same
 * folder.
 */
export function killProcessesIn(program: string | undefined, cwd: string): void {
  if (program === undefined) return;
  for (const pid of processNumbers()) {
    if (pid === process.pid || !worksIn(pid, cwd) || readProgram(pid) !== program) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
  }
}

/** Returns the program file of a process; undefined when the system does not provide it. */
export function readProgram(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    // The process ended, belongs to another user, or the system has no /proc.
    return undefined;
  }
}

function processNumbers(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether the process `pid` has `cwd` as its working folder; false when the system does not provide it. */
export function worksIn(pid: number, cwd: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cwd);
  } catch {
    // The process ended, belongs to another user, or the system has no /proc: never ours to end.
    return false;
  }
}

async function endsWithin(pid: number, cwd: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (worksIn(pid, cwd)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

function readPid(pidFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
