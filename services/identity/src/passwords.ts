import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { FairBulkhead } from './fair-bulkhead.ts';

/** argon2id (the library's default) with 19 MiB and two passes. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Node's thread pool has four threads, of which one stays free for files and name look-ups. */
const concurrency = Math.min(3, availableParallelism());
/** About a second of work. */
const queueCapacity = 64;

/**
 * Hashes and verifies passwords in Node's thread pool, off the event loop, a few at a time and each with 19 MiB. Throws
 * 503 `unavailable` when too many wait.
 */
export class Passwords {
  readonly #bulkhead = new FairBulkhead(concurrency, queueCapacity);
  /** The hash of a random password, to verify against when there is no account. */
  readonly #decoy: string;

  private constructor(decoy: string) {
    this.#decoy = decoy;
  }

  static async open(): Promise<Passwords> {
    return new Passwords(await hash(randomBytes(32), cost));
  }

  /** `caller` gets a fair share of the queue. */
  hash(password: string, caller = ''): Promise<string> {
    return this.#bulkhead.execute(() => hash(password, cost), caller);
  }

  /** Whether this password was hashed; false without a hash, after the same time. */
  async matches(passwordHash: string | null | undefined, password: string, caller = ''): Promise<boolean> {
    const same = await this.#bulkhead.execute(() => verify(passwordHash ?? this.#decoy, password), caller);
    return same && passwordHash != null;
  }
}
