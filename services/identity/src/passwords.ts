import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { FairBulkhead } from './fair-bulkhead.ts';

/** The work of a new hash; one that exists is verified with its own. */
export interface HashCost {
  /** In KiB. */
  memoryCost: number;
  /** Passes over the memory. */
  timeCost: number;
  parallelism: number;
}

/** argon2id (the library's default) with 19 MiB and two passes. */
export const usualCost: HashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** The least that the library takes, for tests: the usual one is tens of milliseconds of a processor for each login. */
export const leastCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** Node's thread pool has four threads, of which one stays free for files and name look-ups. */
const concurrency = Math.min(3, availableParallelism());
/** About a second of work. */
const queueCapacity = 64;

/**
 * Hashes and verifies passwords in Node's thread pool, off the event loop, a few at a time. Throws
 * 503 `unavailable` when too many wait.
 */
export class Passwords {
  readonly #bulkhead = new FairBulkhead(concurrency, queueCapacity);
  /** The hash of a random password, to verify against when there is no account. */
  readonly #decoy: string;
  readonly #cost: HashCost;

  private constructor(decoy: string, cost: HashCost) {
    this.#decoy = decoy;
    this.#cost = cost;
  }

  static async open(cost = usualCost): Promise<Passwords> {
    return new Passwords(await hash(randomBytes(32), cost), cost);
  }

  /** `caller` gets a fair share of the queue. */
  hash(password: string, caller = ''): Promise<string> {
    return this.#bulkhead.execute(() => hash(password, this.#cost), caller);
  }

  /** Whether this password was hashed; false without a hash, after the same time. */
  async matches(passwordHash: string | null | undefined, password: string, caller = ''): Promise<boolean> {
    const same = await this.#bulkhead.execute(() => verify(passwordHash ?? this.#decoy, password), caller);
    return same && passwordHash != null;
  }
}
