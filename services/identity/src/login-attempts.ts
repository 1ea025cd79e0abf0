import { createHash } from 'node:crypto';
import type { Context } from '@tribus/kit/core/context.ts';
import { errors } from './errors.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginCounts, LoginLimit } from './store/login-counts.ts';

const quarterHour = 15 * 60;
const minute = 60;

/** A login that counts as failed until it is known to have succeeded. */
export interface LoginAttempt {
  /** By whom the work of hashing is shared out fairly. */
  caller: string;
  /** The password was right: this caller's earlier failures at this account no longer count. */
  succeed(): Promise<void>;
  /** The password was not checked, so the attempt does not count. */
  withdraw(): Promise<void>;
}

export interface LoginCaller {
  /** A hash of the caller's address that the gateway gives it, or the user's id where there is none. */
  address: string;
  /** What the browser kept of earlier logins; undefined when nothing. */
  deviceProof: string | undefined;
}

/** What is guessed, whose failures are counted apart from those of anything else. */
export interface Guess {
  /** Of the account: which devices are known is said of it. */
  email: string;
  /** Where it is not the password. */
  secret?: string;
  /** Of the account itself, where somebody who is signed in to it is asked again. */
  sessionId?: string;
}

/**
 * Slows down guessing without locking anybody out (docs/decisions/0011). Every attempt is counted before the password is
 * checked, so that concurrent ones cannot get past a limit. Accounts that do not exist are counted like others.
 */
export class LoginAttempts {
  readonly #ctx: Context;
  readonly #counts: LoginCounts;
  readonly #devices: KnownDevices;
  readonly #limits: Record<'pair' | 'address' | 'account' | 'device', LoginLimit>;
  readonly #refused;

  constructor(ctx: Context, counts: LoginCounts, devices: KnownDevices, freeFailures: number) {
    this.#ctx = ctx;
    this.#counts = counts;
    this.#devices = devices;
    this.#limits = {
      pair: { free: freeFailures, slowestSeconds: quarterHour },
      // Different accounts tried from one address: many people may share it, so it never waits long.
      address: { free: freeFailures * 5, slowestSeconds: minute },
      // From all addresses together; only strangers wait for it.
      account: { free: freeFailures * 10, slowestSeconds: minute },
      // Past it the device is a stranger, until it knows the password again.
      device: { free: freeFailures * 10, slowestSeconds: quarterHour },
    };
    this.#refused = ctx.metrics.counter('rate_limited_total', 'Requests refused for their number', ['limit']);
    for (const limit of ['login_pair', 'login_address', 'login_account', 'login_device'])
      this.#refused.inc({ limit }, 0);
  }

  /**
   * Throws 429 `too_many_attempts` when this caller must wait before the next try. The failures of others make neither a
   * known device nor a session of the account wait.
   */
  async begin({ email, secret = email, sessionId }: Guess, caller: LoginCaller): Promise<LoginAttempt> {
    if (sessionId) return this.#beginSignedIn(secret, sessionId);
    const device = this.#devices.find(caller.deviceProof, email);
    const known = device === undefined ? undefined : await this.#beginKnown(secret, device);
    return known ?? this.#beginStranger(secret, caller.address);
  }

  /** A session opens no further ones, so one count holds whoever has it; as strict as a stranger's, as it may be stolen. */
  async #beginSignedIn(secret: string, sessionId: string): Promise<LoginAttempt> {
    const key = keyOf('session', secret, sessionId);
    const failures = await this.#counts.count(key, this.#limits.pair, this.#ctx.clock.now());
    if (failures === undefined) return this.#refuse(this.#counts, 'pair', key);
    return this.#attemptBy(key);
  }

  /** Undefined when the device has used up its own allowance; it is then counted like any stranger. */
  async #beginKnown(secret: string, device: string): Promise<LoginAttempt | undefined> {
    const key = keyOf('device', secret, device);
    const failures = await this.#counts.count(key, this.#limits.device, this.#ctx.clock.now());
    if (failures === undefined) {
      this.#refused.inc({ limit: 'login_device' });
      return undefined;
    }
    return this.#attemptBy(key);
  }

  /** One that is counted by its own key alone. */
  #attemptBy(key: string): LoginAttempt {
    return {
      caller: key,
      succeed: () => this.#counts.delete(key),
      withdraw: () => this.#counts.subtract(key, 1),
    };
  }

  async #beginStranger(secret: string, address: string): Promise<LoginAttempt> {
    const [counts, now] = [this.#counts, this.#ctx.clock.now()];
    const keys: StrangerKeys = {
      pair: keyOf('pair', secret, address),
      address: keyOf('address', address),
      account: keyOf('account', secret),
    };
    const failures = await this.#countStranger(keys, now);
    return {
      caller: keys.address,
      succeed: () =>
        counts.transaction(async (tx) => {
          await tx.delete(keys.pair);
          await tx.subtract(keys.address, 1);
          await tx.subtract(keys.account, failures);
        }),
      withdraw: () =>
        counts.transaction(async (tx) => {
          await tx.subtract(keys.pair, 1);
          if (failures === 1) await tx.subtract(keys.address, 1);
          await tx.subtract(keys.account, 1);
        }),
    };
  }

  /** How often this caller has failed at this account, this attempt included. Locks in one order, against deadlocks. */
  async #countStranger(keys: StrangerKeys, now: Date): Promise<number> {
    return this.#counts.transaction(async (tx) => {
      const count = async (limit: keyof StrangerKeys) =>
        (await tx.count(keys[limit], this.#limits[limit], now)) ?? this.#refuse(tx, limit, keys[limit]);
      const failures = await count('pair');
      if (failures === 1) await count('address');
      await count('account');
      return failures;
    });
  }

  async #refuse(counts: LoginCounts, limit: keyof StrangerKeys, key: string): Promise<never> {
    this.#refused.inc({ limit: `login_${limit}` });
    const freeAt = (await counts.freeAt(key))?.getTime() ?? 0;
    const seconds = Math.ceil((freeAt - this.#ctx.clock.now().getTime()) / 1000);
    throw errors.fail('too_many_attempts', undefined, { retryAfter: Math.max(1, seconds) });
  }
}

type StrangerKeys = Record<'pair' | 'address' | 'account', string>;

/** Hashed, so that the table names neither account nor address. */
const keyOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
