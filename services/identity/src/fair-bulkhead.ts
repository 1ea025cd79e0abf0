import { type AppError, fail } from '@tribus/kit/core/errors.ts';

interface Waiting {
  caller: string;
  start: () => void;
  reject: (error: AppError) => void;
}

/**
 * Runs a bounded number of tasks at once and queues a bounded number more; the rest is 503 `unavailable`. Callers take
 * turns, each first in, first out, so that nobody waits for all that another one has asked for. When the queue is full, a caller with fewer tasks in it takes the last slot of the caller with the
 * most: nobody fills it alone. cockatiel's bulkhead has no callers, and a new task may overtake its queue.
 */
export class FairBulkhead {
  readonly #capacity: number;
  readonly #queueCapacity: number;
  readonly #queue: Waiting[] = [];
  #active = 0;
  /** Who was let in, the longest ago first. */
  readonly #turns = new Set<string>();

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
      this.#noteTurn(caller);
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

  /** The slot passes to somebody in the queue without becoming free, so that no new task can overtake it. */
  #release(): void {
    const [next] = this.#queue.splice(this.#nextInTurn(), 1);
    if (!next) {
      this.#active--;
      return;
    }
    this.#noteTurn(next.caller);
    next.start();
  }

  /** The place of the first task of whoever was not let in, or longest ago. */
  #nextInTurn(): number {
    const turns = [...this.#turns];
    const turnOf = ({ caller }: Waiting) => turns.indexOf(caller);
    const first = Math.min(...this.#queue.map(turnOf));
    return Math.max(
      0,
      this.#queue.findIndex((waiting) => turnOf(waiting) === first),
    );
  }

  #noteTurn(caller: string): void {
    this.#turns.delete(caller);
    this.#turns.add(caller);
    const [oldest] = this.#turns;
    if (this.#turns.size > this.#capacity + this.#queueCapacity && oldest !== undefined) this.#turns.delete(oldest);
  }
}

const unavailable = () => fail('unavailable');
