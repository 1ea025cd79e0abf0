import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Clock } from '@tribus/kit/core/clock.ts';
import type { Env } from '@tribus/kit/core/config.ts';
import { type RunningService, start } from '@tribus/kit/service/host.ts';
import type { DestinationStream } from 'pino';
import { atExit } from '../stores/at-exit.ts';
import { LogFile, type LogLimits } from '../stores/log-file.ts';
import { describeEnding } from '../stores/supervisor.ts';
import type { PlannedService } from './services.ts';

/** A running process of the system, of any kind. */
export interface Runner {
  name: string;
  opsUrl: string;
  running: boolean;
  /** Process id; undefined without a process of its own. */
  pid?: number | undefined;
  /** Called on an unrequested exit after it was ready; `how` completes the sentence "content …". */
  onExit?: ((how: string) => void) | undefined;
  /** Stops the service after its open requests have ended. */
  stop(): Promise<void>;
  /** Kills with SIGKILL; throws for a service that shares the process. */
  kill(): Promise<void>;
  /** Kills with SIGKILL like an external fault, so `onExit` is called. */
  crash(): Promise<void>;
  /** Starts again with the same settings. */
  start(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');
/** A running process has this long, because the machine may be busy; one that hangs is reported after it. */
const readyWithinMs = 300_000;
const responseTimeoutMs = 5_000;
/** Pauses between readiness probes, which delay starting processes. */
const [shortestPauseMs, longestPauseMs, growth] = [50, 200, 1.2];
const stopWithinMs = 8_000;

/** A service inside this process, with the same `start` that its `main.ts` calls. */
export class InProcessRunner implements Runner {
  readonly name: string;
  readonly opsUrl: string;
  onExit: Runner['onExit'];
  readonly #planned: PlannedService;
  readonly #env: Env;
  readonly #overrides: { clock?: Clock; logTo?: DestinationStream };
  #service: RunningService | undefined;

  constructor(planned: PlannedService, env: Env, overrides: { clock?: Clock; logTo?: DestinationStream }) {
    this.name = planned.name;
    this.opsUrl = `http://${env.HOST}:${env.OPS_PORT}`;
    this.#planned = planned;
    this.#env = env;
    this.#overrides = overrides;
  }

  get running(): boolean {
    return this.#service !== undefined;
  }

  async start(): Promise<void> {
    this.#service = await start(await this.#planned.load(), this.#env, this.#overrides);
  }

  async stop(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    await service?.stop();
  }

  kill(): Promise<void> {
    throw new Error(`${this.name} shares a process; run it in topology "many" to kill it`);
  }

  crash(): Promise<void> {
    return this.kill();
  }
}

/** A service in its own process, started from its `main.ts`. */
export class ChildProcessRunner implements Runner {
  readonly name: string;
  readonly opsUrl: string;
  onExit: Runner['onExit'];
  readonly #planned: PlannedService;
  readonly #env: Env;
  readonly #log: LogFile;
  #child: ChildProcess | undefined;
  #ready = false;

  constructor(planned: PlannedService, env: Env, log: { folder: string; limits: LogLimits }) {
    this.name = planned.name;
    this.opsUrl = `http://${env.HOST}:${env.OPS_PORT}`;
    this.#planned = planned;
    this.#env = env;
    this.#log = new LogFile(join(log.folder, `${planned.name}.log`), log.limits);
  }

  get running(): boolean {
    return this.#child !== undefined;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, ['--no-warnings', this.#planned.main], {
      cwd: root,
      env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2', ...this.#env },
      // Over the channel nothing is sent: it closes when this process ends, even by SIGKILL, and then the service ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#ready = false;
    const ended = this.#endOf(child);
    ended.catch(() => undefined);
    try {
      await Promise.race([untilReady(this.opsUrl, this.name, () => this.#child === child), ended]);
      this.#ready = this.#child === child;
    } catch (error) {
      if (this.#child === child) await this.kill();
      throw error;
    }
  }

  /** Rejects when the process has ended, with its stderr; calls `onExit` if the exit was unrequested. */
  #endOf(child: ChildProcess): Promise<never> {
    let errorOutput = '';
    const forgetAtExit = atExit(() => child.kill('SIGTERM'));
    child.stdout?.on('data', (chunk) => this.#log.write(chunk));
    child.stderr?.on('data', (chunk) => {
      errorOutput = `${errorOutput}${chunk}`.slice(-4_000);
      this.#log.write(chunk);
    });
    child.once('close', () => void this.#log.close());
    return new Promise<never>((_resolve, reject) => {
      // Later errors, of a process that could not be signalled, must not end this one either.
      child.on('error', reject);
      child.once('exit', (code, signal) => {
        forgetAtExit();
        const how = describeEnding(code, signal);
        reject(new Error(`${this.name} ${how}${errorOutput ? `:\n${errorOutput}` : ''}`));
        if (this.#child !== child) return;
        this.#child = undefined;
        if (this.#ready) this.onExit?.(how);
      });
    });
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async crash(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended.finally(() => clearTimeout(late));
  }
}

/** Waits until a process is ready, while it runs. */
async function untilReady(opsUrl: string, name: string, runs: () => boolean): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  for (let pauseMs = shortestPauseMs; Date.now() < deadline; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    if (!runs()) throw new Error(`${name} was ended before it was ready`);
    const ready = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(responseTimeoutMs) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`${name} was not ready within ${readyWithinMs / 1000} s`);
}
