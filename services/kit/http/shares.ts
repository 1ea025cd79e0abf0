/** How much of a thing that all callers use each of them holds at this moment. */
export class ConcurrencyQuota {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  /** `most` is what one key may hold at once. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one for `key`; answers how it is given back (once counts, however often it is called), or nothing when `key` holds its share. */
  take(key: string): (() => void) | undefined {
    const held = this.#held.get(key) ?? 0;
    if (held >= this.#most) return undefined;
    this.#held.set(key, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left === 0) this.#held.delete(key);
      else this.#held.set(key, left);
    };
  }
}
