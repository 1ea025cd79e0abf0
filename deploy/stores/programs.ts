import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Env } from '@tribus/kit/core/config.ts';
import { atExit } from './at-exit.ts';
import type { StoreOptions } from './local-store.ts';
import { LogFile, readLogLimits } from './log-file.ts';
import { endOrphan, killProcessesIn, readProgram, rememberProgram } from './orphans.ts';
import { onFreePorts } from './ports.ts';
import { describeEnding } from './supervisor.ts';

/** User a program runs as when not as ourselves. */
export interface Owner {
  uid: number;
  gid: number;
}

export interface Program {
  /** Name in messages, and of its log and pid file. */
  name: string;
  command: string;
  args: readonly string[];
  /** Options of its store: folder and size of its log, and the signal that aborts the start. */
  store: Pick<StoreOptions, 'dataDir' | 'env' | 'log' | 'signal'>;
  /** Working folder, which identifies processes left by an earlier run. */
  cwd: string;
  env?: Env;
  owner?: Owner | undefined;
  /** Output that marks it as ready. */
  ready: RegExp;
  /** Signals to stop it; the next one follows when it takes too long. */
  stopSignals: readonly NodeJS.Signals[];
  /** Whether the program must be restarted after a full disk, once there is space. */
  stuckAfterFullDisk?: boolean;
}

export interface RunningProgram {
  pid: number;
  /** Match of the ready line. */
  ready: RegExpExecArray;
  /** Resolves on an exit without `stop`; the text completes the sentence "postgres …". */
  exited: Promise<string>;
  stop(): Promise<void>;
}

/** A program that ended before it was ready; `output` is the end of its output. */
export class ProgramError extends Error {
  readonly output: string;

  constructor(name: string, output: string) {
    super(`${name} did not start:\n${output.trim() || '(no output)'}`);
    this.name = 'ProgramError';
    this.output = output;
  }
}

/** Timeout of a running program: after a crash, or on a busy machine, a database starts slowly. */
const readyWithinMs = 300_000;
const longMs = 15_000;
const terminateTimeoutMs = 5_000;
/** Time limit for the remaining output of an ended program. */
const outputGraceMs = 1_000;
/** Older output is not the reason of the exit. */
const recentMs = 10_000;
const fullDisk = /no space left on device|disk quota exceeded/i;
/** A disk with less is still full. */
const spaceBytes = 32 * 1024 * 1024;
const spacePollMs = 1_000;
/** On a busy machine an installed program must not seem missing. */
const outputTimeoutMs = 60_000;

/** Returns the files called `name` on PATH, in its order. */
export function onPath(name: string, env: Env): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).filter((file) => existsSync(file));
}

/**
 * Returns the output of `command`; undefined when it cannot run or fails, because a partial installation is unusable.
 */
export function outputOf(command: string, args: readonly string[], env: Env = {}): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: outputTimeoutMs, env: { ...process.env, ...env } }, (error, stdout) =>
      resolve(error ? undefined : stdout),
    );
  });
}

/** Returns the first program called `name` on PATH that runs. */
export async function findOnPath(name: string, env: Env, args = ['--version']): Promise<string | undefined> {
  for (const command of onPath(name, env)) if ((await outputOf(command, args)) !== undefined) return command;
  return undefined;
}

/** Creates the folder `name` in the data folder; only the owner may enter, because it contains people's messages. */
export function privateFolder(dataDir: string, name: string): string {
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Starts on `port`, or else on a free one. */
export function onPort<T>(port: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  return port ? start(port) : onFreePorts(1, ([free = 0]) => start(free));
}

/**
 * Starts a program and waits until it is ready. It has its own process group, so that Ctrl+C does not reach it while
 * the services still drain. It ends with us even after SIGKILL: through `setpriv` where installed, through its closed
 * standard input, or at the next start.
 */
export async function startProgram(program: Program): Promise<RunningProgram> {
  const { name, store, cwd, stopSignals } = program;
  const pidFile = join(store.dataDir, 'run', `${name}.pid`);
  await endOrphan(pidFile, cwd, stopSignals);
  const child = await launch(program);
  const remembered = rememberOrEnd(pidFile, child);
  let stopRequested = false;
  // A program that still runs after `stop` ignores the signal.
  const forgetAtExit = atExit(() => {
    if (!stopRequested) return void child.process.kill(stopSignals[0]);
    const childProgram = readProgram(child.pid);
    child.process.kill('SIGKILL');
    killProcessesIn(childProgram, cwd);
  });
  const output = new Output(program, child.process);
  const exit = new Promise<string>((resolve) => {
    child.process.once('exit', (code, signal) => {
      forgetAtExit();
      remembered.forget();
      resolve(describeEnding(code, signal));
    });
  });
  const stop = async () => {
    stopRequested = true;
    await end(child, { exit, cwd, stopSignals });
    await output.written();
  };
  let reason: string | undefined;
  const restartWhenSpace = async () => {
    if (!(await spaceAfterFullDisk(output, exit, cwd))) return;
    reason = 'was stopped: disk was full and has space again';
    await end(child, { exit, cwd, stopSignals });
  };
  const exited = new Promise<string>((resolve) => {
    void exit.then(async (how) => {
      const tail = await output.tail();
      if (!stopRequested) resolve(reason ?? (tail ? `${how} (${tail})` : how));
    });
  });
  try {
    const ready = await untilReady(output, program);
    if (program.stuckAfterFullDisk)
      restartWhenSpace().catch((error) => store.log?.(`${name} could not be restarted after a full disk: ${error}`));
    return { pid: child.pid, stop, exited, ready };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A program without a saved process id (full disk) would be left running unnoticed. */
function rememberOrEnd(pidFile: string, child: Child): { forget(): void } {
  try {
    return rememberProgram(pidFile, child.pid);
  } catch (error) {
    child.process.kill('SIGKILL');
    throw error;
  }
}

interface Child {
  process: ChildProcess & { stdout: Readable; stderr: Readable };
  pid: number;
}

async function launch({ command, args, cwd, env, owner, stopSignals: [signal = 'SIGTERM'] }: Program): Promise<Child> {
  const parentDeathArgs = ['--pdeathsig', signal.replace('SIG', '')];
  const endsWithParent = (await outputOf('setpriv', [...parentDeathArgs, 'true'])) !== undefined;
  const line = endsWithParent ? ['setpriv', ...parentDeathArgs, '--', command, ...args] : [command, ...args];
  const child = spawn(line[0] ?? command, line.slice(1), {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, LC_ALL: 'C', ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...owner,
  });
  return new Promise((resolve, reject) => {
    // Later errors, of a program that could not be signalled, must not end this process.
    child.on('error', reject);
    child.once('spawn', () => {
      if (child.pid === undefined) reject(new Error(`${command} has no process id`));
      else resolve({ process: child, pid: child.pid });
    });
  });
}

/** Output of a program: all goes to its log, and the end is kept in memory. */
class Output {
  #text = '';
  #fullDiskAt = Number.NEGATIVE_INFINITY;
  readonly #closed: Promise<void>;
  readonly #written: Promise<void>;
  #onOutput: (() => void) | undefined;

  constructor({ name, store }: Program, child: Child['process']) {
    const log = new LogFile(join(store.dataDir, 'log', `${name}.log`), readLogLimits(store.env));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.#text = `${this.#text}${chunk}`.slice(-8_000);
        if (fullDisk.test(String(chunk))) this.#fullDiskAt = performance.now();
        log.write(chunk);
        this.#onOutput?.();
      });
    }
    this.#closed = new Promise((resolve) => void child.once('close', () => resolve()));
    this.#written = this.#closed.then(() => log.close());
  }

  get text(): string {
    return this.#text;
  }

  /** Resolves with the first match in the output; undefined when it ends without one. */
  async find(wanted: RegExp): Promise<RegExpExecArray | undefined> {
    const found = new Promise<RegExpExecArray>((resolve) => {
      this.#onOutput = () => {
        const match = wanted.exec(this.#text);
        if (match) resolve(match);
      };
      this.#onOutput();
    });
    const match = await Promise.race([found, this.#closed.then(() => undefined)]);
    this.#onOutput = undefined;
    return match;
  }

  /** Resolves once all output is in the log, at most a moment after the end of the program. */
  async written(): Promise<void> {
    await Promise.race([this.#written, delay(outputGraceMs, undefined, { ref: false })]);
  }

  /** Returns a recent full-disk message of the output, else an empty text. */
  async tail(): Promise<string> {
    await Promise.race([this.#closed, delay(outputGraceMs, undefined, { ref: false })]);
    return performance.now() - this.#fullDiskAt < recentMs ? (fullDisk.exec(this.#text)?.[0] ?? '') : '';
  }
}

async function untilReady(output: Output, { name, store, ready }: Program): Promise<RegExpExecArray> {
  const startTimeout = new AbortController();
  const signal = AbortSignal.any([startTimeout.signal, ...(store.signal ? [store.signal] : [])]);
  const long = setTimeout(() => store.log?.(`${name} is slow to start, still waiting`), longMs);
  const late = delay(readyWithinMs, undefined, { signal }).catch(() => undefined);
  const match = await Promise.race([output.find(ready), late]);
  clearTimeout(long);
  startTimeout.abort();
  if (!match) throw new ProgramError(name, output.text);
  return match;
}

/** Resolves with true when the program logged a full disk and there is space again; false when it ended before. */
async function spaceAfterFullDisk(output: Output, exit: Promise<unknown>, cwd: string): Promise<boolean> {
  if (!(await output.find(fullDisk))) return false;
  const ended = exit.then(() => 'ended' as const);
  for (;;) {
    const { bavail, bsize } = await statfs(cwd);
    if (bavail * bsize >= spaceBytes) return true;
    const next = await Promise.race([ended, delay(spacePollMs, 'poll' as const, { ref: false })]);
    if (next === 'ended') return false;
  }
}

interface Ending extends Pick<Program, 'cwd' | 'stopSignals'> {
  exit: Promise<unknown>;
}

async function end({ process: child, pid }: Child, { exit, cwd, stopSignals }: Ending): Promise<void> {
  const ownProgram = readProgram(pid);
  for (const signal of [...stopSignals, 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const timer = new AbortController();
    const timeout = delay(terminateTimeoutMs, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([exit, timeout]);
    timer.abort();
  }
  // SIGKILL leaves no time to end its children.
  killProcessesIn(ownProgram, cwd);
}
