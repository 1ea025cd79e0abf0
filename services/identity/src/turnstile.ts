import { fail } from '@tribus/kit/errors.ts';

const retryAfterSeconds = 2;

/** Lets a few through at a time and a bounded number wait, in order; the rest is 503 `unavailable`. */
export class Turnstile {
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(places: number, maxWaiting: number) {
    this.#places = places;
    this.#maxWaiting = maxWaiting;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#inside < this.#places) {
      this.#inside++;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#maxWaiting)
      return Promise.reject(fail('unavailable', undefined, { retryAfter: retryAfterSeconds }));
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to who waits longest, so that nobody can slip in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside--;
  }
}
