import { createHash } from 'node:crypto';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { errors } from './errors.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginCounts, LoginLimit } from './store/login-counts.ts';

const quarterHour = 15 * 60;
const minute = 60;

/** A try at a login that counts as failed until it is known to be none. */
export interface LoginAttempt {
  /** Who is trying, as far as sharing the work of hashing goes. */
  caller: string;
  /** The password was right: what this caller failed at this account before no longer counts. */
  succeed(): Promise<void>;
  /** Nothing was found out, so nothing counts. */
  withdraw(): Promise<void>;
}

export interface LoginCaller {
  /** The mark of the caller's address. */
  address: string;
  /** What the browser showed of earlier logins; undefined when nothing. */
  deviceProof: string | undefined;
}

/**
 * Slows down guessing without shutting anybody out (docs/decisions/0011). Every attempt is counted before the password
 * is looked at, so that parallel ones cannot get past a limit. Accounts that do not exist are counted like others.
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
      // Different accounts that were tried from one address: many people may share it, so it never waits long.
      address: { free: freeFailures * 5, slowestSeconds: minute },
      // From all addresses together; only strangers wait for it.
      account: { free: freeFailures * 10, slowestSeconds: minute },
      // Past it the device is a stranger, until it knows the password again.
      device: { free: freeFailures * 10, slowestSeconds: quarterHour },
    };
    this.#refused = ctx.metrics.counter('rate_limited_total', 'Requests refused for their number', ['limit']);
    for (const limit of ['login_pair', 'login_address', 'login_account']) this.#refused.inc({ limit }, 0);
  }

  /** Throws 429 `too_many_attempts` when this caller must wait before the next try at this account. */
  async begin(email: string, { address, deviceProof }: LoginCaller): Promise<LoginAttempt> {
    const device = this.#devices.find(deviceProof, email);
    const known = device === undefined ? undefined : await this.#beginKnown(email, device);
    return known ?? this.#beginStranger(email, address);
  }

  /** Undefined when the device has used up what it was allowed. */
  async #beginKnown(email: string, device: string): Promise<LoginAttempt | undefined> {
    const [counts, now] = [this.#counts, this.#ctx.clock.now()];
    const key = keyOf('device', email, device);
    const failures = await counts.count(key, this.#limits.device, now);
    if (failures === undefined) return undefined;
    return {
      caller: key,
      succeed: () => counts.forget(key),
      withdraw: () => counts.takeBack(key, 1),
    };
  }

  async #beginStranger(email: string, address: string): Promise<LoginAttempt> {
    const [counts, now] = [this.#counts, this.#ctx.clock.now()];
    const keys: StrangerKeys = {
      pair: keyOf('pair', email, address),
      address: keyOf('address', address),
      account: keyOf('account', email),
    };
    const failures = await this.#countStranger(keys, now);
    return {
      caller: keys.address,
      succeed: () =>
        counts.transaction(async (tx) => {
          await tx.forget(keys.pair);
          await tx.takeBack(keys.address, 1);
          await tx.takeBack(keys.account, failures);
        }),
      withdraw: () =>
        counts.transaction(async (tx) => {
          await tx.takeBack(keys.pair, 1);
          if (failures === 1) await tx.takeBack(keys.address, 1);
          await tx.takeBack(keys.account, 1);
        }),
    };
  }

  /** How often this caller has failed at this account, with this try. Always in the same order, against deadlocks. */
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

/** Tells nobody who reads the table whose it is. */
const keyOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
