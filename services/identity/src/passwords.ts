import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Turnstile } from './turnstile.ts';

/** argon2id (the library's default) with 19 MiB and two passes. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Node's thread pool has four threads, and files and names must be able to pass. */
const atOnce = Math.min(3, availableParallelism());
/** About a second of work; who comes later would rather hear so than wait. */
const waiting = 64;

/**
 * Hashes and checks passwords in Node's thread pool, off the event loop and never more than a few at a time, each with
 * 19 MiB. Past that, 503 `unavailable`.
 */
export class Passwords {
  readonly #turnstile = new Turnstile(atOnce, waiting);
  /** The hash of a password nobody has. */
  readonly #decoy: string;

  private constructor(decoy: string) {
    this.#decoy = decoy;
  }

  static async open(): Promise<Passwords> {
    return new Passwords(await hash(randomBytes(32), cost));
  }

  /** `caller` is who waits for it, for a fair share of the places. */
  hash(password: string, caller = ''): Promise<string> {
    return this.#turnstile.pass(() => hash(password, cost), caller);
  }

  /** Whether the password is the one hashed; without a hash it is none, and finding that out takes as long. */
  async matches(passwordHash: string | null | undefined, password: string, caller = ''): Promise<boolean> {
    const same = await this.#turnstile.pass(() => verify(passwordHash ?? this.#decoy, password), caller);
    return same && passwordHash != null;
  }
}
