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
import { endOrphan, killProcessesIn, programOf, rememberProgram } from './orphans.ts';
import { onFreePorts } from './ports.ts';
import { endingOf } from './supervisor.ts';

/** Whom a program runs as when not as ourselves. */
export interface Owner {
  uid: number;
  gid: number;
}

export interface Program {
  /** In sentences, and the name of its log and pid file. */
  name: string;
  command: string;
  args: readonly string[];
  /** Of the store it serves: where its log lies and how large it gets, and what breaks the start off. */
  store: Pick<StoreOptions, 'dataDir' | 'env' | 'log' | 'signal'>;
  /** Its working folder, by which what an earlier run left behind is recognised. */
  cwd: string;
  env?: Env;
  owner?: Owner | undefined;
  /** What it writes once it can be used. */
  ready: RegExp;
  /** How it is asked to end; the next one follows when it takes too long. */
  stopSignals: readonly NodeJS.Signals[];
  /** It does not recover by itself from a full disk: once there is space again it counts as dead. */
  stuckAfterFullDisk?: boolean;
}

export interface RunningProgram {
  pid: number;
  /** The line by which it said that it is ready. */
  ready: RegExpExecArray;
  /** Resolves when it ended and `stop` was not called, with how; completes the sentence "postgres …". */
  died: Promise<string>;
  stop(): Promise<void>;
}

/** A program that ended instead of becoming ready; `output` is the end of what it wrote. */
export class ProgramError extends Error {
  readonly output: string;

  constructor(name: string, output: string) {
    super(`${name} did not start:\n${output.trim() || '(it wrote nothing)'}`);
    this.name = 'ProgramError';
    this.output = output;
  }
}

/** A program that lives is waited for: after a crash, or on a busy machine, a database takes its time. */
const readyWithinMs = 300_000;
const longMs = 15_000;
const terminateTimeoutMs = 5_000;
/** How long the last words of a program that died are waited for. */
const outputGraceMs = 1_000;
/** What it wrote longer ago is not why it died. */
const recentMs = 10_000;
const fullDisk = /no space left on device|disk quota exceeded/i;
/** A disk with less is still full. */
const spaceBytes = 32 * 1024 * 1024;
const spacePollMs = 1_000;
/** A machine at its limits must not make an installed program look as if it were none. */
const answerWithinMs = 60_000;

/** The files called `name` on PATH, in its order. */
export function onPath(name: string, env: Env): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).filter((file) => existsSync(file));
}

/** What `command` writes, or undefined when it cannot be run or fails: half an installation is none. */
export function outputOf(command: string, args: readonly string[], env: Env = {}): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: answerWithinMs, env: { ...process.env, ...env } }, (error, stdout) =>
      resolve(error ? undefined : stdout),
    );
  });
}

/** The first program called `name` on PATH that runs. */
export async function findOnPath(name: string, env: Env, args = ['--version']): Promise<string | undefined> {
  for (const command of onPath(name, env)) if ((await outputOf(command, args)) !== undefined) return command;
  return undefined;
}

/** The folder `name` in the data folder; people's messages are among the files, so nobody else may enter. */
export function ownFolder(dataDir: string, name: string): string {
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Starts on `port`, or else on a free one. */
export function onPort<T>(port: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  return port ? start(port) : onFreePorts(1, ([free = 0]) => start(free));
}

/**
 * Starts a program and waits until it says that it is ready. It stands in a group of its own, so that Ctrl+C reaches
 * us and not it: the services still need it while they drain. It ends with us even if we are killed: the kernel tells
 * it where `setpriv` is at hand, its standard input closes, and what heeds neither is ended at the next start.
 */
export async function startProgram(program: Program): Promise<RunningProgram> {
  const { name, store, cwd, stopSignals } = program;
  const pidFile = join(store.dataDir, 'run', `${name}.pid`);
  await endOrphan(pidFile, cwd, stopSignals);
  const child = await launch(program);
  const remembered = rememberOrEnd(pidFile, child);
  let asked = false;
  // Who was asked before and still runs does not heed it.
  const forgetAtExit = atExit(() => {
    if (!asked) return void child.process.kill(stopSignals[0]);
    const itself = programOf(child.pid);
    child.process.kill('SIGKILL');
    killProcessesIn(itself, cwd);
  });
  const output = new Output(program, child.process);
  const gone = new Promise<string>((resolve) => {
    child.process.once('exit', (code, signal) => {
      forgetAtExit();
      remembered.forget();
      resolve(endingOf(code, signal));
    });
  });
  const stop = () => {
    asked = true;
    return end(child, { gone, cwd, stopSignals });
  };
  let reason: string | undefined;
  const endStuck = async () => {
    if (!(await spaceAfterFullDisk(output, gone, cwd))) return;
    reason = 'found no space left on device, and there is some again';
    await end(child, { gone, cwd, stopSignals });
  };
  const died = new Promise<string>((resolve) => {
    void gone.then(async (how) => {
      const lastWords = await output.tail();
      if (!asked) resolve(reason ?? (lastWords ? `${how} (${lastWords})` : how));
    });
  });
  try {
    const ready = await untilReady(output, program);
    if (program.stuckAfterFullDisk)
      endStuck().catch((error) => store.log?.(`${name} could not be started anew after a full disk: ${error}`));
    return { pid: child.pid, stop, died, ready };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A program of which no trace could be left behind (the disk is full) would outlive us unnoticed. */
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
  const leash = ['--pdeathsig', signal.replace('SIG', '')];
  const leashed = (await outputOf('setpriv', [...leash, 'true'])) !== undefined;
  const line = leashed ? ['setpriv', ...leash, '--', command, ...args] : [command, ...args];
  const child = spawn(line[0] ?? command, line.slice(1), {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, LC_ALL: 'C', ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...owner,
  });
  return new Promise((resolve, reject) => {
    // Also what comes later, of a program that could not be signalled, must not end this process.
    child.on('error', reject);
    child.once('spawn', () => {
      if (child.pid === undefined) reject(new Error(`${command} has no process number`));
      else resolve({ process: child, pid: child.pid });
    });
  });
}

/** What a program writes: all of it goes to its log, and the end of it is kept. */
class Output {
  #text = '';
  #fullDiskAt = Number.NEGATIVE_INFINITY;
  readonly #closed: Promise<void>;
  #heard: (() => void) | undefined;

  constructor({ name, store }: Program, child: Child['process']) {
    const log = new LogFile(join(store.dataDir, 'log', `${name}.log`), readLogLimits(store.env));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.#text = `${this.#text}${chunk}`.slice(-8_000);
        if (fullDisk.test(String(chunk))) this.#fullDiskAt = performance.now();
        log.write(chunk);
        this.#heard?.();
      });
    }
    this.#closed = new Promise((resolve) => {
      child.once('close', () => {
        void log.close();
        resolve();
      });
    });
  }

  get text(): string {
    return this.#text;
  }

  /** Resolves with the first match in what is written; undefined when it ends without. */
  async find(wanted: RegExp): Promise<RegExpExecArray | undefined> {
    const found = new Promise<RegExpExecArray>((resolve) => {
      this.#heard = () => {
        const match = wanted.exec(this.#text);
        if (match) resolve(match);
      };
      this.#heard();
    });
    const match = await Promise.race([found, this.#closed.then(() => undefined)]);
    this.#heard = undefined;
    return match;
  }

  /** That the disk is full, if it said so just now. */
  async tail(): Promise<string> {
    await Promise.race([this.#closed, delay(outputGraceMs, undefined, { ref: false })]);
    return performance.now() - this.#fullDiskAt < recentMs ? (fullDisk.exec(this.#text)?.[0] ?? '') : '';
  }
}

async function untilReady(output: Output, { name, store, ready }: Program): Promise<RegExpExecArray> {
  const patience = new AbortController();
  const signal = AbortSignal.any([patience.signal, ...(store.signal ? [store.signal] : [])]);
  const long = setTimeout(() => store.log?.(`${name} takes long to start; it is waited for.`), longMs);
  const late = delay(readyWithinMs, undefined, { signal }).catch(() => undefined);
  const match = await Promise.race([output.find(ready), late]);
  clearTimeout(long);
  patience.abort();
  if (!match) throw new ProgramError(name, output.text);
  return match;
}

/** Resolves with true when the program spoke of a full disk and there is space again; false when it ended before. */
async function spaceAfterFullDisk(output: Output, gone: Promise<unknown>, cwd: string): Promise<boolean> {
  if (!(await output.find(fullDisk))) return false;
  const ended = gone.then(() => 'ended' as const);
  for (;;) {
    const { bavail, bsize } = await statfs(cwd);
    if (bavail * bsize >= spaceBytes) return true;
    const next = await Promise.race([ended, delay(spacePollMs, 'poll' as const, { ref: false })]);
    if (next === 'ended') return false;
  }
}

interface Ending extends Pick<Program, 'cwd' | 'stopSignals'> {
  gone: Promise<unknown>;
}

async function end({ process: child, pid }: Child, { gone, cwd, stopSignals }: Ending): Promise<void> {
  const itself = programOf(pid);
  for (const signal of [...stopSignals, 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const giveUp = new AbortController();
    const patience = delay(terminateTimeoutMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
    await Promise.race([gone, patience]);
    giveUp.abort();
  }
  // Killed without a chance to end its own processes.
  killProcessesIn(itself, cwd);
}
