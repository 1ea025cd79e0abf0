import { fail } from '../core/errors.ts';
import type { Release } from './acquire.ts';

/** How much of a thing that all callers use each of them holds at this moment. */
export class ConcurrencyQuota {
  readonly #most: number;
  readonly #retryAfter: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  /** `most` is what one key may hold at once; `retryAfter` is how soon a refused request may be repeated, in seconds. */
  constructor(most: number, retryAfter: number) {
    this.#most = most;
    this.#retryAfter = retryAfter;
  }

  /** What all keys hold together. */
  get total(): number {
    return this.#total;
  }

  /**
   * Takes one for `key`, and returns how to release it, which is called once; throws 429 `too_many_requests` when `key`
   * holds its share. For `acquireFor` (acquire.ts), which takes nothing for a client who has left.
   */
  take(key: string): Release {
    const held = this.#held.get(key) ?? 0;
    if (held >= this.#most) throw fail('too_many_requests', undefined, { retryAfter: this.#retryAfter });
    this.#held.set(key, held + 1);
    this.#total += 1;
    return () => {
      this.#total -= 1;
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left === 0) this.#held.delete(key);
      else this.#held.set(key, left);
    };
  }
}
