interface Entry<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Writes that come on the same key while one is under way go out together as the next. The first of them waits for
 * nobody; those that wait share one piece of work, and its failure.
 */
export class WriteCoalescer<T, R> {
  readonly #mostAtOnce: number;
  readonly #work: (items: readonly T[]) => Promise<readonly R[]>;
  readonly #waiting = new Map<string, Entry<T, R>[]>();

  /** `work` answers one result for each item, in their order. */
  constructor(mostAtOnce: number, work: (items: readonly T[]) => Promise<readonly R[]>) {
    this.#mostAtOnce = mostAtOnce;
    this.#work = work;
  }

  add(key: string, item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const entry = { item, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push(entry);
      else void this.#workOff(key, [entry]);
    });
  }

  async #workOff(key: string, waiting: Entry<T, R>[]): Promise<void> {
    this.#waiting.set(key, waiting);
    while (waiting.length > 0) await this.#together(waiting.splice(0, this.#mostAtOnce));
    this.#waiting.delete(key);
  }

  async #together(entries: readonly Entry<T, R>[]): Promise<void> {
    try {
      const results = await this.#work(entries.map(({ item }) => item));
      for (const [index, result] of results.entries()) entries[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }
}
