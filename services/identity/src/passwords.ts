import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { FairBulkhead } from './fair-bulkhead.ts';

/** Cost of a new hash; an existing one is verified with its own. */
export interface HashCost {
  /** Memory per hash, in KiB. */
  memoryCost: number;
  /** Passes over the memory. */
  timeCost: number;
  parallelism: number;
}

/** argon2id (the library's default) with 19 MiB and two passes. */
export const defaultCost: HashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** The library's minimum, for tests: the usual cost takes tens of milliseconds of processor time per login. */
export const leastCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** Node's thread pool has four threads; one stays free for files and name look-ups. */
const concurrency = Math.min(3, availableParallelism());
/** About a second of work. */
const queueCapacity = 64;

/**
 * Hashes and verifies passwords in Node's thread pool, off the event loop, a few at a time. Throws 503 `unavailable`
 * when the queue is full.
 */
export class Passwords {
  readonly #bulkhead = new FairBulkhead(concurrency, queueCapacity);
  /** The hash of a random password, verified against when there is no account. */
  readonly #decoy: string;
  readonly #cost: HashCost;

  private constructor(decoy: string, cost: HashCost) {
    this.#decoy = decoy;
    this.#cost = cost;
  }

  static async open(cost = defaultCost): Promise<Passwords> {
    return new Passwords(await hash(randomBytes(32), cost), cost);
  }

  /** `client` is the key for a fair share of the queue. */
  hash(password: string, client = ''): Promise<string> {
    return this.#bulkhead.execute(() => hash(password, this.#cost), client);
  }

  /** Returns whether the password matches the hash; false without a hash, after the same time. */
  async matches(passwordHash: string | null | undefined, password: string, client = ''): Promise<boolean> {
    const same = await this.#bulkhead.execute(() => verify(passwordHash ?? this.#decoy, password), client);
    return same && passwordHash != null;
  }
}
