import { createHash } from 'node:crypto';
import type { Context } from '@tribus/kit/core/context.ts';
import { errors } from './errors.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginCounts, LoginLimit } from './store/login-counts.ts';

const quarterHour = 15 * 60;
const minute = 60;

/** A login that counts as failed until it succeeds. */
export interface LoginAttempt {
  /** Key for fair queueing of hash computations. */
  client: string;
  /** The password was right: this client's earlier failures at this account no longer count. */
  succeed(): Promise<void>;
  /** The password was not checked, so the attempt does not count. */
  withdraw(): Promise<void>;
}

export interface LoginClient {
  /** A hash of the client's address, set by the gateway, or the user id when there is none. */
  address: string;
  /** Proofs of earlier logins that the browser stored; undefined when none. */
  deviceProof: string | undefined;
}

/** The guessed secret; failures of different secrets are counted separately. */
export interface Guess {
  /** Address of the account, by which known devices are found. */
  email: string;
  /** Set when the secret is not the password. */
  secret?: string;
  /** The account's own session, when a signed-in user must prove their identity again. */
  sessionId?: string;
}

/**
 * Slows down guessing without locking accounts (docs/decisions/0011). Every attempt is counted before the password is
 * checked, so that concurrent attempts cannot exceed a limit. Accounts that do not exist are counted like others.
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
      // Different accounts tried from one address: many people may share it, so the wait stays short.
      address: { free: freeFailures * 5, slowestSeconds: minute },
      // All addresses together; only unknown devices wait.
      account: { free: freeFailures * 10, slowestSeconds: minute },
      // Beyond it the device counts as unknown until it signs in again.
      device: { free: freeFailures * 10, slowestSeconds: quarterHour },
    };
    this.#refused = ctx.metrics.counter('rate_limited_total', 'Requests refused by a rate limit', ['limit']);
    for (const limit of ['login_pair', 'login_address', 'login_account', 'login_device'])
      this.#refused.inc({ limit }, 0);
  }

  /**
   * Throws 429 `too_many_attempts` when this client must wait before the next try. Failures of other clients delay
   * neither a known device nor a session of the account.
   */
  async begin({ email, secret = email, sessionId }: Guess, client: LoginClient): Promise<LoginAttempt> {
    if (sessionId) return this.#beginSignedIn(secret, sessionId);
    const device = this.#devices.find(client.deviceProof, email);
    const known = device === undefined ? undefined : await this.#beginKnown(secret, device);
    return known ?? this.#beginUnknownDevice(secret, client.address);
  }

  /**
   * Counted per session, because a session opens no others; as strict as for unknown devices, because it may be stolen.
   */
  async #beginSignedIn(secret: string, sessionId: string): Promise<LoginAttempt> {
    const key = keyOf('session', secret, sessionId);
    const failures = await this.#counts.count(key, this.#limits.pair, this.#ctx.clock.now());
    if (failures === undefined) return this.#refuse(this.#counts, 'pair', key);
    return this.#attemptBy(key);
  }

  /** Returns undefined when the device has used up its own allowance; it then counts as unknown. */
  async #beginKnown(secret: string, device: string): Promise<LoginAttempt | undefined> {
    const key = keyOf('device', secret, device);
    const failures = await this.#counts.count(key, this.#limits.device, this.#ctx.clock.now());
    if (failures === undefined) {
      this.#refused.inc({ limit: 'login_device' });
      return undefined;
    }
    return this.#attemptBy(key);
  }

  /** An attempt counted under one key only. */
  #attemptBy(key: string): LoginAttempt {
    return {
      client: key,
      succeed: () => this.#counts.delete(key),
      withdraw: () => this.#counts.subtract(key, 1),
    };
  }

  async #beginUnknownDevice(secret: string, address: string): Promise<LoginAttempt> {
    const [counts, now] = [this.#counts, this.#ctx.clock.now()];
    const keys: UnknownDeviceKeys = {
      pair: keyOf('pair', secret, address),
      address: keyOf('address', address),
      account: keyOf('account', secret),
    };
    const failures = await this.#countUnknownDevice(keys, now);
    return {
      client: keys.address,
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

  /**
   * Returns this client's failures at this account, including this attempt. Takes locks in a fixed order, against
   * deadlocks.
   */
  async #countUnknownDevice(keys: UnknownDeviceKeys, now: Date): Promise<number> {
    return this.#counts.transaction(async (tx) => {
      const count = async (limit: keyof UnknownDeviceKeys) =>
        (await tx.count(keys[limit], this.#limits[limit], now)) ?? this.#refuse(tx, limit, keys[limit]);
      const failures = await count('pair');
      if (failures === 1) await count('address');
      await count('account');
      return failures;
    });
  }

  async #refuse(counts: LoginCounts, limit: keyof UnknownDeviceKeys, key: string): Promise<never> {
    this.#refused.inc({ limit: `login_${limit}` });
    const freeAt = (await counts.freeAt(key))?.getTime() ?? 0;
    const seconds = Math.ceil((freeAt - this.#ctx.clock.now().getTime()) / 1000);
    throw errors.fail('too_many_attempts', undefined, { retryAfter: Math.max(1, seconds) });
  }
}

type UnknownDeviceKeys = Record<'pair' | 'address' | 'account', string>;

/** Hashed, so that the table contains neither accounts nor addresses. */
const keyOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
