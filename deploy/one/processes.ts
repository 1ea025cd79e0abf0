import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '@tribus/kit/config.ts';
import type { Clock } from '@tribus/kit/context.ts';
import type { RunningService } from '@tribus/kit/service.ts';
import type { DestinationStream } from 'pino';
import type { PlannedService } from './plan.ts';

/** One running part of the system, wherever it runs. */
export interface Part {
  name: string;
  opsUrl: string;
  running: boolean;
  /** Orderly: drains first. */
  stop(): Promise<void>;
  /** Kill -9; only a process of its own can be killed. */
  kill(): Promise<void>;
  /** Again, as it was. */
  start(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');
const readyWithinMs = 60_000;

/** A service inside this process: the same `start` that its `main.ts` calls. */
export class InProcess implements Part {
  readonly name: string;
  readonly opsUrl: string;
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
    const start = await this.#planned.load();
    this.#service = await start(this.#env, this.#overrides);
  }

  async stop(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    await service?.stop();
  }

  kill(): Promise<void> {
    throw new Error(`${this.name} shares a process; run it in topology "many" to kill it`);
  }
}

/** A service as a process of its own, started from its `main.ts`. */
export class OwnProcess implements Part {
  readonly name: string;
  readonly opsUrl: string;
  readonly #planned: PlannedService;
  readonly #env: Env;
  readonly #logFolder: string;
  #child: ChildProcess | undefined;

  constructor(planned: PlannedService, env: Env, logFolder: string) {
    this.name = planned.name;
    this.opsUrl = `http://${env.HOST}:${env.OPS_PORT}`;
    this.#planned = planned;
    this.#env = env;
    this.#logFolder = logFolder;
  }

  get running(): boolean {
    return this.#child !== undefined;
  }

  async start(): Promise<void> {
    mkdirSync(this.#logFolder, { recursive: true });
    const log = createWriteStream(join(this.#logFolder, `${this.name}.log`), { flags: 'a' });
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, ['--no-warnings', this.#planned.main], {
      cwd: root,
      env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.pipe(log, { end: false });
    let complaint = '';
    child.stderr?.on('data', (chunk) => {
      complaint = `${complaint}${chunk}`.slice(-4_000);
      log.write(chunk);
    });
    this.#child = child;
    const ended = new Promise<never>((_resolve, reject) => {
      child.once('exit', (code) => {
        log.end();
        if (this.#child === child) this.#child = undefined;
        reject(new Error(`${this.name} ended with code ${code}${complaint ? `:\n${complaint}` : ''}`));
      });
    });
    await Promise.race([untilReady(this.opsUrl, this.name, () => this.#child === child), ended]);
    ended.catch(() => undefined);
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), 8_000);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      child.kill(signal);
    });
  }
}

/** Waits until a process answers that it is ready, while it runs. */
async function untilReady(opsUrl: string, name: string, runs: () => boolean): Promise<void> {
  const giveUp = Date.now() + readyWithinMs;
  while (Date.now() < giveUp && runs()) {
    const ready = await fetch(`${opsUrl}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} was not ready within ${readyWithinMs / 1000} s`);
}
