import { type AppError, fail } from '@tribus/kit/runtime/errors.ts';

interface Waiting {
  caller: string;
  enter: () => void;
  refuse: (error: AppError) => void;
}

/**
 * Lets a few through at a time and a bounded number wait, in order; the rest is 503 `unavailable`. When the queue is
 * full, a caller with fewer waiting in it takes the last place of the one who has the most: nobody fills it alone.
 */
export class Turnstile {
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #waiting: Waiting[] = [];
  #inside = 0;

  constructor(places: number, maxWaiting: number) {
    this.#places = places;
    this.#maxWaiting = maxWaiting;
  }

  async pass<T>(work: () => Promise<T>, caller = ''): Promise<T> {
    await this.#enter(caller);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(caller: string): Promise<void> {
    if (this.#inside < this.#places) {
      this.#inside++;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#maxWaiting && !this.#makeRoom(caller)) return Promise.reject(refusal());
    return new Promise((enter, refuse) => this.#waiting.push({ caller, enter, refuse }));
  }

  /** Sends away the last one waiting of the caller who has the most, if that is at least two more than this one has. */
  #makeRoom(caller: string): boolean {
    const counts = new Map<string, number>();
    for (const waiting of this.#waiting) counts.set(waiting.caller, (counts.get(waiting.caller) ?? 0) + 1);
    const [most, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
    if (count < (counts.get(caller) ?? 0) + 2) return false;
    const last = this.#waiting.findLastIndex((waiting) => waiting.caller === most);
    const [sentAway] = this.#waiting.splice(last, 1);
    sentAway?.refuse(refusal());
    return true;
  }

  /** The place goes to who waits longest, so that nobody can slip in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next.enter();
    else this.#inside--;
  }
}

const refusal = () => fail('unavailable');
