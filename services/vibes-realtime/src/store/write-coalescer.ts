interface Entry<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Batches writes by key: the first starts at once; those that arrive while it runs are written as one batch afterwards.
 * The writes of a batch share its failure.
 */
export class WriteCoalescer<T, R> {
  readonly #maxBatch: number;
  readonly #write: (items: readonly T[]) => Promise<readonly R[]>;
  readonly #waiting = new Map<string, Entry<T, R>[]>();

  /** `write` resolves to one result per item, in order. */
  constructor(maxBatch: number, write: (items: readonly T[]) => Promise<readonly R[]>) {
    this.#maxBatch = maxBatch;
    this.#write = write;
  }

  add(key: string, item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const entry = { item, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push(entry);
      else void this.#drain(key, [entry]);
    });
  }

  async #drain(key: string, waiting: Entry<T, R>[]): Promise<void> {
    this.#waiting.set(key, waiting);
    while (waiting.length > 0) await this.#writeBatch(waiting.splice(0, this.#maxBatch));
    this.#waiting.delete(key);
  }

  async #writeBatch(entries: readonly Entry<T, R>[]): Promise<void> {
    try {
      const results = await this.#write(entries.map(({ item }) => item));
      for (const [index, result] of results.entries()) entries[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }
}
