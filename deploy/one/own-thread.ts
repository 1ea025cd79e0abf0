import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Env } from '@tribus/kit/config.ts';
import type { PlannedService } from './plan.ts';
import type { Part } from './processes.ts';
import type { ThreadOrder } from './thread.ts';

/** A service inside this process, with an event loop of its own: what it works on keeps nobody else waiting. */
export class OwnThread implements Part {
  readonly name: string;
  readonly opsUrl: string;
  readonly #order: ThreadOrder;
  #thread: Worker | undefined;

  constructor(planned: PlannedService, env: Env, logFile: string) {
    this.name = planned.name;
    this.opsUrl = `http://${env.HOST}:${env.OPS_PORT}`;
    this.#order = { name: planned.name, env, logFile };
  }

  get running(): boolean {
    return this.#thread !== undefined;
  }

  /** Rejects with what kept it from starting. Later, what it does not catch ends this process, as its own faults do. */
  async start(): Promise<void> {
    const thread = new Worker(join(import.meta.dirname, 'thread.ts'), { workerData: this.#order });
    await once(thread, 'message');
    this.#thread = thread;
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread) return;
    const exit = once(thread, 'exit');
    thread.postMessage('stop');
    await exit;
  }

  kill(): Promise<void> {
    throw new Error(`${this.name} shares a process; run it in topology "many" to kill it`);
  }
}
