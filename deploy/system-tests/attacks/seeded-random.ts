/** Pseudo-random numbers that are always the same for a seed (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, `below`. */
  number(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  one<T>(from: readonly T[]): T {
    const chosen = from[this.number(from.length)];
    if (chosen === undefined) throw new Error('the list is empty');
    return chosen;
  }

  bytes(most: number): Buffer {
    return Buffer.from(Array.from({ length: this.number(most) }, () => this.number(256)));
  }
}
