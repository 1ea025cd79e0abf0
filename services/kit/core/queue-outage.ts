import { isOutage } from './errors.ts';

/**
 * The newest outage that ended work of a queue. Work that waited meanwhile fails with it, instead of waiting once more
 * for a store that does not respond.
 */
export class QueueOutage {
  /** `at` in milliseconds of `performance.now()`. */
  #last: { error: unknown; at: number } | undefined;

  /** Throws the error of an outage since `queuedAt`, in milliseconds of `performance.now()`. */
  assertNoneSince(queuedAt: number): void {
    if (this.#last && this.#last.at >= queuedAt) throw this.#last.error;
  }

  /** Runs work and records the outage that ends it. */
  async observe<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isOutage(error)) this.#last = { error, at: performance.now() };
      throw error;
    }
  }
}
