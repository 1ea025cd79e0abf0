import { fail } from '@tribus/kit/core/errors.ts';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';

/**
 * Bounds work in one process: a number at once, each of another user, so that nobody occupies all slots. Further work of
 * the same user waits for theirs; of other users, a number waits for a slot, in order.
 */
export class UserSlots {
  readonly #concurrency: number;
  readonly #queueCapacity: number;
  readonly #slots;
  /** Settles when the last work of a user that was passed has ended. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor({ concurrency, queueCapacity }: { concurrency: number; queueCapacity: number }) {
    this.#concurrency = concurrency;
    this.#queueCapacity = queueCapacity;
    this.#slots = bulkhead(concurrency, queueCapacity);
  }

  get working(): number {
    return this.#concurrency - this.#slots.executionSlots;
  }

  /** Users who wait for a slot. */
  get waiting(): number {
    return this.#queueCapacity - this.#slots.queueSlots;
  }

  /**
   * Runs `work` in a slot and resolves to its result. Throws 503 when too many users wait, and when `signal` is aborted
   * before the work begins, because its request is over; work that has begun is finished.
   */
  async execute<T>(userId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#turns.get(userId);
    const begin = async () => {
      requireOpen(signal);
      return this.#run(async () => {
        requireOpen(signal);
        return work();
      });
    };
    const result = before ? before.then(begin) : begin();
    const turn = result.catch(() => undefined);
    this.#turns.set(userId, turn);
    try {
      return await result;
    } finally {
      if (this.#turns.get(userId) === turn) this.#turns.delete(userId);
    }
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#slots.execute(work);
    } catch (error) {
      if (isBulkheadRejectedError(error)) throw fail('unavailable', undefined, { cause: error, retryAfter: 5 });
      throw error;
    }
  }
}

function requireOpen(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw fail('unavailable', undefined, { cause: signal.reason, retryAfter: 5 });
}
