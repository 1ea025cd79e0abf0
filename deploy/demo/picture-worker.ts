import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Delivery, Order } from './picture-worker-entry.ts';
import type { Picture } from './pictures.ts';

/** How many pictures are kept ready; each is a few hundred kilobytes. */
const ahead = 4;

interface PictureJob {
  ready: PromiseWithResolvers<Delivery['jpeg']>;
  ordered: boolean;
}

/**
 * Has pictures painted in a process of their own, a few ahead of the story, while this one tells it. What memory that
 * takes is given back when it ends.
 */
export class PictureWorker {
  readonly #painter: ChildProcess;
  readonly #prints = new Map<Picture, PictureJob>();
  #order: readonly Picture[] = [];

  constructor() {
    const program = fileURLToPath(new URL('./picture-worker-entry.ts', import.meta.url));
    this.#painter = fork(program, [], { execArgv: ['--no-warnings'], serialization: 'advanced' });
    this.#painter.on('message', ({ index, jpeg }: Delivery) => this.#printOf(this.#order[index])?.ready.resolve(jpeg));
    this.#painter.on('error', (error) => this.#fail(error));
    this.#painter.on('exit', (code, signal) => this.#fail(new Error(`the painter ended early (${code ?? signal})`)));
  }

  /** Says in which order the pictures will be asked for. */
  announce(order: readonly Picture[]): void {
    this.#order = order;
    for (const picture of order) this.#prints.set(picture, { ready: Promise.withResolvers(), ordered: false });
  }

  async take(picture: Picture): Promise<Delivery['jpeg']> {
    const place = this.#order.indexOf(picture);
    for (let index = place; index < Math.min(place + ahead, this.#order.length); index++) this.#paint(index);
    const print = this.#printOf(picture);
    if (!print) throw new Error('a picture nobody announced');
    return print.ready.promise;
  }

  /** Ends the painter, whatever it is at. */
  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#painter;
    if (exitCode !== null || signalCode !== null) return;
    const gone = once(this.#painter, 'exit');
    this.#painter.kill('SIGKILL');
    await gone;
  }

  #paint(index: number): void {
    const picture = this.#order[index];
    const print = this.#printOf(picture);
    if (!picture || !print || print.ordered) return;
    print.ordered = true;
    // What the picture waits for is also told by the painter's end.
    print.ready.promise.catch(() => undefined);
    const order: Order = { index, picture };
    this.#painter.send(order);
  }

  #printOf(picture: Picture | undefined): PictureJob | undefined {
    return picture && this.#prints.get(picture);
  }

  #fail(error: Error): void {
    for (const { ready, ordered } of this.#prints.values()) if (ordered) ready.reject(error);
  }
}
