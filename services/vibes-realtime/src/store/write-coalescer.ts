import { isOutage } from '@tribus/kit/core/errors.ts';

interface Entry<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Batches writes by key: the first starts at once; those that arrive while it runs are written as one batch afterwards.
 * The writes of a batch share its failure; an outage also fails the writes that wait, which would otherwise wait once
 * more for a store that does not respond.
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
    while (pending.length > 0) await this.#writeBatch(pending);
    this.#pending.delete(key);
  }

  async #writeBatch(pending: Entry<T, R>[]): Promise<void> {
    const entries = pending.splice(0, this.#maxBatch);
    try {
      const results = await this.#write(entries.map(({ item }) => item));
      for (const [index, result] of results.entries()) entries[index]?.resolve(result);
    } catch (error) {
      const failed = isOutage(error) ? [...entries, ...pending.splice(0)] : entries;
      for (const { reject } of failed) reject(error);
    }
  }
}
