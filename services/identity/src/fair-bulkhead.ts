import { type AppError, fail } from '@tribus/kit/runtime/errors.ts';

interface Waiting {
  caller: string;
  start: () => void;
  reject: (error: AppError) => void;
}

/**
 * Runs a bounded number of tasks at once and queues a bounded number more, first in, first out; the rest is 503
 * `unavailable`. When the queue is full, a caller with fewer tasks in it takes the last slot of the caller with the
 * most: nobody fills it alone. cockatiel's bulkhead has no callers, and a new task may overtake its queue.
 */
export class FairBulkhead {
  readonly #capacity: number;
  readonly #queueCapacity: number;
  readonly #queue: Waiting[] = [];
  #active = 0;

  constructor(capacity: number, queueCapacity: number) {
    this.#capacity = capacity;
    this.#queueCapacity = queueCapacity;
  }

  /** Resolves or rejects as `work` does. */
  async execute<T>(work: () => Promise<T>, caller = ''): Promise<T> {
    await this.#acquire(caller);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #acquire(caller: string): Promise<void> {
    if (this.#active < this.#capacity) {
      this.#active++;
      return Promise.resolve();
    }
    if (this.#queue.length >= this.#queueCapacity && !this.#displace(caller)) return Promise.reject(unavailable());
    return new Promise((start, reject) => this.#queue.push({ caller, start, reject }));
  }

  /** Rejects the last task of the caller with the most, if those are at least two more than this caller's. */
  #displace(caller: string): boolean {
    const counts = new Map<string, number>();
    for (const waiting of this.#queue) counts.set(waiting.caller, (counts.get(waiting.caller) ?? 0) + 1);
    const [largest, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
    if (count < (counts.get(caller) ?? 0) + 2) return false;
    const last = this.#queue.findLastIndex((waiting) => waiting.caller === largest);
    const [displaced] = this.#queue.splice(last, 1);
    displaced?.reject(unavailable());
    return true;
  }

  /** The slot passes to the head of the queue without becoming free, so that no new task can overtake it. */
  #release(): void {
    const next = this.#queue.shift();
    if (next) next.start();
    else this.#active--;
  }
}

const unavailable = () => fail('unavailable');
