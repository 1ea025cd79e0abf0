import { LRUCache } from 'lru-cache';

export interface BatchCacheOptions<K, V> {
  max: number;
  /** Lifetime of an entry, counted from the start of its load. */
  ttlMs: number;
  /** The time in milliseconds, for tests of expiry; `performance.now()` by default. */
  now?: () => number;
  /** Returns whether to cache a value; an uncached value is loaded again by the next request. */
  keep?: (value: V, key: K) => boolean;
}

/**
 * A short-lived cache of values loaded from a peer in batches. Missing keys are loaded in one call; concurrent requests
 * for the same key share one load. Events of the peer invalidate entries; the TTL covers late events.
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
      const cached = this.#cache.get(key);
      const loading = cached === undefined ? this.#loading.get(key) : undefined;
      if (cached !== undefined) found.set(key, cached);
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

  /** Evicts the key and detaches a pending load, whose value may be outdated. */
  delete(key: K): void {
    this.#loading.delete(key);
    this.#cache.delete(key);
  }

  clear(): void {
    this.#loading.clear();
    this.#cache.clear();
  }

  /** As `delete`, for all keys that match. */
  deleteWhere(matches: (key: K) => boolean): void {
    for (const key of [...this.#loading.keys(), ...this.#cache.keys()]) if (matches(key)) this.delete(key);
  }

  #loadAll(keys: K[]): Promise<ReadonlyMap<K, V>> {
    const start = this.#now();
    const loading = this.#load(keys).then((values) => {
      for (const [key, value] of values)
        if (this.#loading.get(key) === loading && this.#keep(value, key)) this.#cache.set(key, value, { start });
      return values;
    });
    for (const key of keys) this.#loading.set(key, loading);
    const forget = () => {
      for (const key of keys) if (this.#loading.get(key) === loading) this.#loading.delete(key);
    };
    loading.then(forget, forget);
    return loading;
  }
}
