import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Context } from '@tribus/kit/core/context.ts';
import { findProgram, type VideoPrograms } from './programs.ts';

/** Address space of a program: 4K frames of several threads fit, a decompression bomb does not. */
const memoryBytes = 2 * 1_073_741_824;
const loggedBytes = 2_000;
/**
 * Seconds of processor time from the first SIGXCPU, which is repeated each second, to the kill: ffmpeg ends at the
 * fourth one if it does not get to end properly.
 */
const finishingSeconds = 5;
/** Of ffmpeg after a signal, and after the fourth; SIGXCPU is the only one that it gets and survives. */
const signalledCodes: readonly (number | null)[] = [255, 123];
/** Nice value: beside a usual process the program gets a third of its processor time. */
export const backgroundPriority = 5;

/** One run of a program on an untrusted file. */
export interface ProgramRun {
  program: keyof VideoPrograms;
  args: readonly string[];
  /** Its working folder: empty, and removed by the caller. */
  folder: string;
  /** Wall time; processor time is limited to the same for each of two threads, in whole seconds. */
  maxMs: number;
  /** Limit of the standard output. */
  maxOutputBytes: number;
  /** Aborted when the result is no longer needed. */
  signal?: AbortSignal;
  /** Gets the standard output as it is written. */
  onOutput?: (chunk: Buffer) => void;
  /** Gives way to work that somebody waits for. */
  isBackground?: boolean;
}

/**
 * Why a program gave no result: `exit` is its own failure, and the file's; `disk`, it could not write; `time` is wall or
 * processor time; `killed`, by something else, e.g. a system without memory; the others are limits and the stop.
 */
export type FailureCause = 'exit' | 'disk' | 'killed' | 'time' | 'output' | 'stopped';

/** ENOSPC, EDQUOT and EROFS, as the system describes them without a language. */
const diskFaults = /No space left on device|Disk quota exceeded|Read-only file system/;

export class ProgramFailure extends Error {
  readonly why: FailureCause;

  constructor(why: FailureCause, log: string) {
    super(`the program failed: ${why}; ${log}`);
    this.why = why;
  }
}

/**
 * Runs programs on untrusted files: an argument list without a shell, no input, an empty environment, limits of time,
 * memory and output, and a process group that is killed at a limit, when the service stops, and with this process.
 */
export class Sandbox {
  readonly #running = new Set<ChildProcess>();
  readonly #prefix: (maxSeconds: number) => string[];
  readonly #factor: number;
  readonly #programs: VideoPrograms;
  #stopped = false;

  constructor(ctx: Context, programs: VideoPrograms) {
    this.#programs = programs;
    this.#factor = ctx.timeLimits.factor;
    this.#prefix = findLimiters();
    ctx.onStop('video programs', async () => {
      this.#stopped = true;
      for (const child of this.#running) killGroup(child);
    });
  }

  /** Resolves to the standard output. Throws `ProgramFailure`. */
  async run(run: ProgramRun): Promise<Buffer> {
    const { program, args, folder, maxMs, maxOutputBytes, signal } = run;
    if (this.#stopped || signal?.aborted) throw new ProgramFailure('stopped', 'not started');
    const limitMs = maxMs * this.#factor;
    const path = this.#programs[program];
    const [first = path, ...rest] = [...this.#prefix(Math.max(1, Math.ceil(limitMs / 500))), path, ...args];
    const child = spawn(first, rest, {
      cwd: folder,
      env: { LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    if (run.isBackground) yieldToOthers(child);
    if (run.onOutput) child.stdout?.on('data', run.onOutput);
    let why: FailureCause | undefined;
    const end = (cause: FailureCause) => {
      why ??= cause;
      killGroup(child);
    };
    const timer = setTimeout(() => end('time'), limitMs);
    const onAbort = () => end('stopped');
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const outcome = await collect(child, maxOutputBytes, () => end('output'));
      if (this.#stopped) why ??= 'stopped';
      why ??= causeOf(outcome);
      if (why !== undefined) throw new ProgramFailure(why, outcome.log);
      return outcome.output;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      killGroup(child);
      this.#running.delete(child);
    }
  }
}

interface Outcome {
  output: Buffer;
  /** The end of its messages. */
  log: string;
  /** Null when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Resolves when the child has ended and its output, up to the limit, has been read. */
function collect(child: ChildProcess, maxOutputBytes: number, onTooMuch: () => void): Promise<Outcome> {
  const chunks: Buffer[] = [];
  let size = 0;
  let log = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxOutputBytes) onTooMuch();
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString('latin1')).slice(-loggedBytes);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ output: Buffer.concat(chunks), log, code, signal }));
  });
}

/** Undefined if the program succeeded. When only the end of a file cannot be written, ffmpeg exits with 0. */
function causeOf({ code, signal, log }: Outcome): FailureCause | undefined {
  if (signal === 'SIGXCPU' || signalledCodes.includes(code)) return 'time';
  if (code === null) return 'killed';
  if (diskFaults.test(log)) return 'disk';
  return code === 0 ? undefined : 'exit';
}

/**
 * Programs of util-linux that set limits and become the next one of the list: with them a video program ends with this
 * process, even with one that is killed. Systems without them have the limits of time and output.
 */
function findLimiters(): (maxSeconds: number) => string[] {
  const [setpriv, prlimit] = [findProgram('setpriv'), findProgram('prlimit')];
  const bound = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'] : [];
  if (!prlimit) return () => bound;
  const usual = [prlimit, `--as=${memoryBytes}`, '--core=0'];
  return (maxSeconds) => [...bound, ...usual, `--cpu=${maxSeconds}:${maxSeconds + finishingSeconds}`, '--'];
}

/** The process may have ended. */
function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, backgroundPriority);
  } catch {
    // ESRCH: it has.
  }
}

/** The group may have ended. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: no process is left.
  }
}
