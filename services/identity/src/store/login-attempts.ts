import { createHash } from 'node:crypto';
import type { Context } from '@tribus/kit/context.ts';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { errors } from '../errors.ts';

const windowSeconds = 15 * 60;
const addressShare = 5;

/** A try at a login that counts as failed until it is known to be none. */
export interface LoginAttempt {
  /** The password was right: the account's count starts again. */
  succeed(): Promise<void>;
  /** Nothing was found out, so nothing counts. */
  withdraw(): Promise<void>;
}

/**
 * Counts failed logins, per account and five times as many per address, in windows of 15 minutes from the first one
 * (trust.md 5). An attempt is counted before the password is looked at, so that parallel ones cannot exceed the limit.
 * Accounts that do not exist are counted like others. While Redis is away each process counts for itself.
 */
export class LoginAttempts {
  readonly #ofAccount: RateLimiterAbstract;
  readonly #ofAddress: RateLimiterAbstract;
  readonly #refused;

  constructor(ctx: Context, redis: Redis, failuresPerAccount: number) {
    this.#ofAccount = limiter(redis, 'login-account', failuresPerAccount);
    this.#ofAddress = limiter(redis, 'login-address', failuresPerAccount * addressShare);
    this.#refused = ctx.metrics.counter('rate_limited_total', 'Requests refused for their number', ['limit']);
    for (const limit of ['login_account', 'login_address']) this.#refused.inc({ limit }, 0);
  }

  /** Throws 429 `too_many_attempts` when this account or this address has failed too often. */
  async begin(email: string, address: string): Promise<LoginAttempt> {
    const account = createHash('sha256').update(email).digest('base64url');
    await this.#count(this.#ofAddress, address, 'login_address');
    await this.#count(this.#ofAccount, account, 'login_account').catch(async (refusal) => {
      await this.#ofAddress.reward(address);
      throw refusal;
    });
    return {
      succeed: async () => {
        await Promise.all([this.#ofAccount.delete(account), this.#ofAddress.reward(address)]);
      },
      withdraw: async () => {
        await Promise.all([this.#ofAccount.reward(account), this.#ofAddress.reward(address)]);
      },
    };
  }

  async #count(limiter: RateLimiterAbstract, key: string, limit: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      this.#refused.inc({ limit });
      throw errors.fail('too_many_attempts', undefined, { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
    }
  }
}

function limiter(redis: Redis, keyPrefix: string, points: number): RateLimiterAbstract {
  const limit = { keyPrefix, points, duration: windowSeconds };
  return new RateLimiterRedis({
    ...limit,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
}
