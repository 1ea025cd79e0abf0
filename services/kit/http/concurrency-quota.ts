import { fail } from '../core/errors.ts';
import type { Release } from './acquire.ts';

/** Limits the concurrent use of a shared resource by key. */
export class ConcurrencyQuota {
  readonly #max: number;
  readonly #retryAfter: number;
  readonly #inUse = new Map<string, number>();
  #total = 0;

  /** `max` is the limit of one key; `retryAfter` is the `Retry-After` of a refused request, in seconds. */
  constructor(max: number, retryAfter: number) {
    this.#max = max;
    this.#retryAfter = retryAfter;
  }

  /** Units in use by all keys. */
  get total(): number {
    return this.#total;
  }

  /**
   * Acquires a unit for `key` and returns its release function, to be called once; throws 429 `too_many_requests` at
   * the limit. Use it through `acquireFor` (acquire.ts), which acquires nothing for a disconnected client.
   */
  take(key: string): Release {
    const inUse = this.#inUse.get(key) ?? 0;
    if (inUse >= this.#max) throw fail('too_many_requests', undefined, { retryAfter: this.#retryAfter });
    this.#inUse.set(key, inUse + 1);
    this.#total += 1;
    return () => {
      this.#total -= 1;
      const left = (this.#inUse.get(key) ?? 1) - 1;
      if (left === 0) this.#inUse.delete(key);
      else this.#inUse.set(key, left);
    };
  }
}
