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
  readonly #pending = new Map<string, Entry<T, R>[]>();

  /** `write` resolves to one result per item, in order. */
  constructor(maxBatch: number, write: (items: readonly T[]) => Promise<readonly R[]>) {
    this.#maxBatch = maxBatch;
    this.#write = write;
  }

  add(key: string, item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const entry = { item, resolve, reject };
      const pending = this.#pending.get(key);
      if (pending) pending.push(entry);
      else void this.#drain(key, [entry]);
    });
  }

  async #drain(key: string, pending: Entry<T, R>[]): Promise<void> {
    this.#pending.set(key, pending);
    while (pending.length > 0) await this.#writeBatch(pending.splice(0, this.#maxBatch));
    this.#pending.delete(key);
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
