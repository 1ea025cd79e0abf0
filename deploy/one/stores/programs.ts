import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, statSync, type WriteStream } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Env } from '@tribus/kit/config.ts';
import { onFreePorts } from '../ports.ts';
import { endLeftover, rememberProgram } from './leftover.ts';

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
  dataDir: string;
  /** Its working folder, by which what an earlier run left behind is recognised. */
  cwd: string;
  env?: Env;
  owner?: Owner | undefined;
  /** What it writes once it can be used. */
  ready: RegExp;
  /** How it is asked to end; the next one follows when it takes too long. */
  stopSignals: readonly NodeJS.Signals[];
}

export interface RunningProgram {
  pid: number;
  /** The line by which it said that it is ready. */
  ready: RegExpExecArray;
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

const readyWithinMs = 30_000;
const politeMs = 5_000;
const logLimitBytes = 10_000_000;

/** The files called `name` on PATH, in its order. */
export function onPath(name: string, env: Env): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).filter((file) => existsSync(file));
}

/** What `command` writes, or undefined when it cannot be run or fails: half an installation is none. */
export function outputOf(command: string, args: readonly string[], env: Env = {}): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: 10_000, env: { ...process.env, ...env } }, (error, stdout) =>
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
  const { name, dataDir, cwd, stopSignals } = program;
  const pidFile = join(dataDir, 'run', `${name}.pid`);
  await endLeftover(pidFile, cwd, stopSignals);
  const child = await launch(program);
  const remembered = rememberProgram(pidFile, child.pid);
  const endWithUs = () => child.process.kill(stopSignals[0]);
  process.once('exit', endWithUs);
  const gone = new Promise<void>((resolve) => {
    child.process.once('exit', () => {
      process.off('exit', endWithUs);
      remembered.forget();
      resolve();
    });
  });
  const stop = () => end(child.process, gone, stopSignals);
  try {
    return { pid: child.pid, stop, ready: await untilReady(child.process, program) };
  } catch (error) {
    await stop();
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
    child.once('error', reject);
    child.once('spawn', () => {
      child.off('error', reject);
      if (child.pid === undefined) reject(new Error(`${command} has no process number`));
      else resolve({ process: child, pid: child.pid });
    });
  });
}

/** Resolves with what says so; everything that is written goes to the program's log. */
function untilReady(child: Child['process'], program: Program): Promise<RegExpExecArray> {
  const log = openLog(program);
  let output = '';
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new ProgramError(program.name, output));
    const timer = setTimeout(refuse, readyWithinMs);
    const listen = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-8_000);
      const ready = program.ready.exec(output);
      if (!ready) return;
      clearTimeout(timer);
      for (const stream of [child.stdout, child.stderr]) stream.off('data', listen);
      resolve(ready);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', listen);
      stream.on('data', (chunk) => log.write(chunk));
    }
    child.once('close', () => {
      clearTimeout(timer);
      log.end();
      refuse();
    });
  });
}

function openLog({ name, dataDir }: Program): WriteStream {
  const file = join(ownFolder(dataDir, 'log'), `${name}.log`);
  const full = existsSync(file) && statSync(file).size > logLimitBytes;
  return createWriteStream(file, { flags: full ? 'w' : 'a' });
}

async function end(child: ChildProcess, gone: Promise<void>, signals: readonly NodeJS.Signals[]): Promise<void> {
  for (const signal of [...signals, 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const giveUp = new AbortController();
    const patience = delay(politeMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
    await Promise.race([gone, patience]);
    giveUp.abort();
  }
}
