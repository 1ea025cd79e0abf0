import { LRUCache } from 'lru-cache';

export interface BatchCacheOptions<K, V> {
  max: number;
  /** How long an answer may be believed. */
  ttlMs: number;
  /** Answers that are not kept, so that the next asker asks again. */
  keep?: (value: V, key: K) => boolean;
}

/**
 * Remembers for a moment what a sibling said about many things, and asks for the missing ones in one call. The
 * sibling's events empty it; the time limit covers those that are late.
 */
export class BatchCache<K extends {}, V extends {}> {
  readonly #cache: LRUCache<K, V>;
  readonly #load: (keys: K[]) => Promise<ReadonlyMap<K, V>>;
  readonly #keep: (value: V, key: K) => boolean;
  /** Counts the emptyings: what was asked before one must not be kept after it. */
  #age = 0;

  constructor(load: (keys: K[]) => Promise<ReadonlyMap<K, V>>, options: BatchCacheOptions<K, V>) {
    this.#load = load;
    this.#keep = options.keep ?? (() => true);
    this.#cache = new LRUCache({ max: options.max, ttl: options.ttlMs });
  }

  async getMany(keys: Iterable<K>): Promise<Map<K, V>> {
    const found = new Map<K, V>();
    const missing: K[] = [];
    for (const key of new Set(keys)) {
      const known = this.#cache.get(key);
      if (known === undefined) missing.push(key);
      else found.set(key, known);
    }
    if (missing.length === 0) return found;

    const age = this.#age;
    for (const [key, value] of await this.#load(missing)) {
      found.set(key, value);
      if (age === this.#age && this.#keep(value, key)) this.#cache.set(key, value);
    }
    return found;
  }

  async get(key: K): Promise<V | undefined> {
    return (await this.getMany([key])).get(key);
  }

  delete(key: K): void {
    this.#age += 1;
    this.#cache.delete(key);
  }

  clear(): void {
    this.#age += 1;
    this.#cache.clear();
  }
}
