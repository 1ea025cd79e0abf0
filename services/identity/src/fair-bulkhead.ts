import { type AppError, fail } from '@tribus/kit/core/errors.ts';

interface QueuedRequest {
  client: string;
  start: () => void;
  reject: (error: AppError) => void;
}

/**
 * Runs a bounded number of tasks at once and queues a bounded number more; beyond that it throws 503 `unavailable`.
 * Clients take turns, each first in, first out, so that none waits for all tasks of another. When the queue is full, a
 * client with fewer tasks in it takes the last slot of the client with the most, so no client fills it alone.
 * cockatiel's bulkhead has no clients, and a new task may overtake its queue.
 */
export class FairBulkhead {
  readonly #capacity: number;
  readonly #queueCapacity: number;
  readonly #queue: QueuedRequest[] = [];
  #active = 0;
  /** Clients in the order of their last started task, oldest first. */
  readonly #turns = new Set<string>();

  constructor(capacity: number, queueCapacity: number) {
    this.#capacity = capacity;
    this.#queueCapacity = queueCapacity;
  }

  /** Resolves or rejects with the result of `work`. */
  async execute<T>(work: () => Promise<T>, client = ''): Promise<T> {
    await this.#acquire(client);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #acquire(client: string): Promise<void> {
    if (this.#active < this.#capacity) {
      this.#active++;
      this.#recordTurn(client);
      return Promise.resolve();
    }
    if (this.#queue.length >= this.#queueCapacity && !this.#displace(client)) return Promise.reject(unavailable());
    return new Promise((start, reject) => this.#queue.push({ client, start, reject }));
  }

  /** Rejects the last task of the client with the most queued tasks, if it has at least two more than this client. */
  #displace(client: string): boolean {
    const counts = new Map<string, number>();
    for (const queued of this.#queue) counts.set(queued.client, (counts.get(queued.client) ?? 0) + 1);
    const [largest, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
    if (count < (counts.get(client) ?? 0) + 2) return false;
    const last = this.#queue.findLastIndex((queued) => queued.client === largest);
    const [displaced] = this.#queue.splice(last, 1);
    displaced?.reject(unavailable());
    return true;
  }

  /** Passes the slot to a queued task without freeing it, so that no new task can overtake the queue. */
  #release(): void {
    const [next] = this.#queue.splice(this.#nextInTurn(), 1);
    if (!next) {
      this.#active--;
      return;
    }
    this.#recordTurn(next.client);
    next.start();
  }

  /** Index of the first task of the client that has waited longest for a turn. */
  #nextInTurn(): number {
    const turns = [...this.#turns];
    const findTurn = ({ client }: QueuedRequest) => turns.indexOf(client);
    const first = Math.min(...this.#queue.map(findTurn));
    return Math.max(
      0,
      this.#queue.findIndex((queued) => findTurn(queued) === first),
    );
  }

  #recordTurn(client: string): void {
    this.#turns.delete(client);
    this.#turns.add(client);
    const [oldest] = this.#turns;
    if (this.#turns.size > this.#capacity + this.#queueCapacity && oldest !== undefined) this.#turns.delete(oldest);
  }
}

const unavailable = () => fail('unavailable');
