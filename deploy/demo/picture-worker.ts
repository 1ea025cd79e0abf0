import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Delivery, Order } from './picture-worker-entry.ts';
import type { Picture } from './pictures.ts';

/** Number of pictures rendered ahead; each is a few hundred kilobytes. */
const ahead = 4;

interface PictureJob {
  ready: PromiseWithResolvers<Delivery['jpeg']>;
  ordered: boolean;
}

/** Renders pictures in a separate process, a few ahead of the story. Ending the process frees its memory. */
export class PictureWorker {
  readonly #process: ChildProcess;
  readonly #jobs = new Map<Picture, PictureJob>();
  #order: readonly Picture[] = [];

  constructor() {
    const program = fileURLToPath(new URL('./picture-worker-entry.ts', import.meta.url));
    this.#process = fork(program, [], { execArgv: ['--no-warnings'], serialization: 'advanced' });
    this.#process.on('message', ({ index, jpeg }: Delivery) => this.#jobOf(this.#order[index])?.ready.resolve(jpeg));
    this.#process.on('error', (error) => this.#fail(error));
    this.#process.on('exit', (code, signal) =>
      this.#fail(new Error(`the picture process ended early (${code ?? signal})`)),
    );
  }

  /** Sets the order in which the pictures will be requested. */
  announce(order: readonly Picture[]): void {
    this.#order = order;
    for (const picture of order) this.#jobs.set(picture, { ready: Promise.withResolvers(), ordered: false });
  }

  async take(picture: Picture): Promise<Delivery['jpeg']> {
    const position = this.#order.indexOf(picture);
    for (let index = position; index < Math.min(position + ahead, this.#order.length); index++) this.#request(index);
    const job = this.#jobOf(picture);
    if (!job) throw new Error('the picture was not announced');
    return job.ready.promise;
  }

  /** Kills the process, also while it renders. */
  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }

  #request(index: number): void {
    const picture = this.#order[index];
    const job = this.#jobOf(picture);
    if (!picture || !job || job.ordered) return;
    job.ordered = true;
    // The exit handler of the process reports the same error.
    job.ready.promise.catch(() => undefined);
    const order: Order = { index, picture };
    this.#process.send(order);
  }

  #jobOf(picture: Picture | undefined): PictureJob | undefined {
    return picture && this.#jobs.get(picture);
  }

  #fail(error: Error): void {
    for (const { ready, ordered } of this.#jobs.values()) if (ordered) ready.reject(error);
  }
}
