import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Env } from '@tribus/kit/core/config.ts';
import type { LogLimits } from '../stores/log-file.ts';
import { describeEnding, summarizeError } from '../stores/supervisor.ts';
import type { Runner } from './runners.ts';
import type { PlannedService } from './services.ts';
import type { ThreadMessage, ThreadOrder } from './worker-thread-entry.ts';

const stopWithinMs = 10_000;

/** A service inside this process with its own event loop, so that its work does not delay other services. */
export class WorkerThread implements Runner {
  readonly name: string;
  readonly opsUrl: string;
  onExit: Runner['onExit'];
  readonly #order: ThreadOrder;
  #thread: Worker | undefined;
  #ready = false;

  constructor(planned: PlannedService, env: Env, log: { folder: string; limits: LogLimits }) {
    this.name = planned.name;
    this.opsUrl = `http://${env.HOST}:${env.OPS_PORT}`;
    // One log file per thread: two threads cannot coordinate the rotation of one file.
    const logFile = join(log.folder, `${planned.name}.log`);
    this.#order = { name: planned.name, env, logFile, logLimits: log.limits };
  }

  get running(): boolean {
    return this.#ready;
  }

  /** Rejects with the error of the failed start. */
  async start(): Promise<void> {
    const thread = new Worker(join(import.meta.dirname, 'worker-thread-entry.ts'), { workerData: this.#order });
    this.#thread = thread;
    await new Promise<void>((resolve, reject) => {
      let fault: unknown;
      thread.on('error', (error) => {
        fault = error;
      });
      thread.on('message', (message: ThreadMessage) => {
        if (message !== 'ready') {
          fault = new Error(message.fault);
          return;
        }
        this.#ready = this.#thread === thread;
        resolve();
      });
      thread.once('exit', (code) => {
        reject(fault ?? new Error(`${this.name} ${describeEnding(code, null)}`));
        if (this.#thread === thread) this.#lost(fault === undefined ? describeEnding(code, null) : faultOf(fault));
      });
    });
  }

  #lost(how: string): void {
    const wasReady = this.#ready;
    this.#forget();
    if (wasReady) this.onExit?.(how);
  }

  #forget(): void {
    this.#thread = undefined;
    this.#ready = false;
  }

  async stop(): Promise<void> {
    const [thread, ready] = [this.#thread, this.#ready];
    this.#forget();
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    if (!ready) await thread.terminate();
    else thread.postMessage('stop');
    const late = setTimeout(() => void thread.terminate(), stopWithinMs);
    await ended.finally(() => clearTimeout(late));
  }

  async kill(): Promise<void> {
    const thread = this.#thread;
    this.#forget();
    await thread?.terminate();
  }

  async crash(): Promise<void> {
    await this.#thread?.terminate();
  }
}

const faultOf = (fault: unknown): string => `ended by a fault (${summarizeError(fault)})`;
