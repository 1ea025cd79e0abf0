import { Worker } from 'node:worker_threads';
import type { Picture } from './pictures.ts';

/** How many pictures are kept ready; each is a few hundred kilobytes. */
const ahead = 4;

interface Print {
  ready: PromiseWithResolvers<Uint8Array<ArrayBuffer>>;
  ordered: boolean;
}

/** Paints in a thread of its own, a few pictures ahead of the story, while this one tells it. */
export class Darkroom {
  readonly #worker: Worker;
  readonly #prints = new Map<Picture, Print>();
  #order: readonly Picture[] = [];

  constructor() {
    this.#worker = new Worker(new URL('./darkroom-worker.ts', import.meta.url));
    this.#worker.on('message', ({ index, jpeg }) => this.#printOf(this.#order[index])?.ready.resolve(jpeg));
    this.#worker.on('error', (error) => this.#fail(error));
  }

  /** Says in which order the pictures will be asked for. */
  announce(order: readonly Picture[]): void {
    this.#order = order;
    for (const picture of order) this.#prints.set(picture, { ready: Promise.withResolvers(), ordered: false });
  }

  async take(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
    const place = this.#order.indexOf(picture);
    for (let index = place; index < Math.min(place + ahead, this.#order.length); index++) this.#paint(index);
    const print = this.#printOf(picture);
    if (!print) throw new Error('a picture nobody announced');
    return print.ready.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #paint(index: number): void {
    const print = this.#printOf(this.#order[index]);
    if (!print || print.ordered) return;
    print.ordered = true;
    this.#worker.postMessage({ index, picture: this.#order[index] });
  }

  #printOf(picture: Picture | undefined): Print | undefined {
    return picture && this.#prints.get(picture);
  }

  #fail(error: Error): void {
    for (const { ready, ordered } of this.#prints.values()) if (ordered) ready.reject(error);
  }
}
