import { LRUCache } from 'lru-cache';

export interface BatchCacheOptions<K, V> {
  max: number;
  /** How long an answer may be believed, from when it was asked for. */
  ttlMs: number;
  /** The time in milliseconds, for answers that are kept as long as a test would wait; else the time of the process. */
  now?: () => number;
  /** Answers that are not kept, so that the next asker asks again. */
  keep?: (value: V, key: K) => boolean;
}

/**
 * Remembers for a moment what a peer said about many things, and asks for the missing ones in one call; who asks for
 * what is being asked for waits for that answer. The peer's events empty it; the time limit covers those that are
 * late.
 */
export class BatchCache<K extends {}, V extends {}> {
  readonly #cache: LRUCache<K, V>;
  readonly #load: (keys: K[]) => Promise<ReadonlyMap<K, V>>;
  readonly #keep: (value: V, key: K) => boolean;
  readonly #now: () => number;
  readonly #loading = new Map<K, Promise<ReadonlyMap<K, V>>>();

  constructor(load: (keys: K[]) => Promise<ReadonlyMap<K, V>>, options: BatchCacheOptions<K, V>) {
    this.#load = load;
    this.#keep = options.keep ?? (() => true);
    this.#now = options.now ?? (() => performance.now());
    this.#cache = new LRUCache({ max: options.max, ttl: options.ttlMs, ttlResolution: 0, perf: { now: this.#now } });
  }

  async getMany(keys: Iterable<K>): Promise<Map<K, V>> {
    const found = new Map<K, V>();
    const missing: K[] = [];
    const waitedFor = new Map<K, Promise<ReadonlyMap<K, V>>>();
    for (const key of new Set(keys)) {
      const known = this.#cache.get(key);
      const loading = known === undefined ? this.#loading.get(key) : undefined;
      if (known !== undefined) found.set(key, known);
      else if (loading) waitedFor.set(key, loading);
      else missing.push(key);
    }
    if (missing.length > 0) {
      const loading = this.#loadAll(missing);
      for (const key of missing) waitedFor.set(key, loading);
    }
    for (const [key, loading] of waitedFor) {
      const value = (await loading).get(key);
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  async get(key: K): Promise<V | undefined> {
    return (await this.getMany([key])).get(key);
  }

  /** What is being asked for is neither kept nor waited for any more: it may be from before. */
  delete(key: K): void {
    this.#loading.delete(key);
    this.#cache.delete(key);
  }

  clear(): void {
    this.#loading.clear();
    this.#cache.clear();
  }

  #loadAll(keys: K[]): Promise<ReadonlyMap<K, V>> {
    const start = this.#now();
    const loading = this.#load(keys).then((values) => {
      for (const [key, value] of values)
        if (this.#loading.get(key) === loading && this.#keep(value, key)) this.#cache.set(key, value, { start });
      return values;
    });
    for (const key of keys) this.#loading.set(key, loading);
    const over = () => {
      for (const key of keys) if (this.#loading.get(key) === loading) this.#loading.delete(key);
    };
    loading.then(over, over);
    return loading;
  }
}
