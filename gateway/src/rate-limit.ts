import { performance } from 'node:perf_hooks';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitsConfig } from './config.ts';

const windowSeconds = 60;
/** Without a session an address has this many times what a user has: many people share one. */
const addressShare = 5;
/** A share of the limit is taken from Redis at once, so that it is asked once in so many requests. */
const sharesPerLimit = 50;
const retrySharedAfterMs = 5_000;
const maxEntries = 50_000;

export interface Limits {
  perUser: RateLimit;
  perAddress: RateLimit;
  perRegistration: RateLimit;
}

/** The limits of all gateways together, counted in Redis (decisions.md 7). */
export function openLimits(ctx: Context, redis: Redis, config: LimitsConfig): Limits {
  const refused = ctx.metrics.counter('rate_limited_total', 'Requests refused for their number', ['limit']);
  const open = (limit: string, points: number) => {
    refused.inc({ limit }, 0);
    const bounds = { keyPrefix: `limit-${limit}`, points, duration: windowSeconds };
    const shared = new RateLimiterRedis({ ...bounds, storeClient: redis, rejectIfRedisNotReady: true });
    return new RateLimit(shared, new RateLimiterMemory(bounds), () => refused.inc({ limit }));
  };
  return {
    perUser: open('user', config.requestsPerMinute),
    perAddress: open('address', config.requestsPerMinute * addressShare),
    perRegistration: open('register', config.registrationsPerMinute),
  };
}

interface LocalAllowance {
  left: number;
  /** When what is left, or the refusal, is void. */
  until: number;
  refused: boolean;
  filling: Promise<void> | undefined;
}

/**
 * A number of requests a minute for each key. A share of the count in Redis is taken at once and spent here one by one;
 * while Redis is unavailable each process counts for itself.
 */
export class RateLimit {
  readonly #shared: RateLimiterAbstract;
  readonly #own: RateLimiterAbstract;
  readonly #share: number;
  readonly #onRefusal: () => void;
  readonly #allowances = new LRUCache<string, LocalAllowance>({ max: maxEntries });

  /** When Redis may be asked again after a failure (`performance.now()`), so that not every request waits for it. */
  #askSharedAt = 0;

  constructor(shared: RateLimiterAbstract, own: RateLimiterAbstract, onRefusal: () => void) {
    this.#shared = shared;
    this.#own = own;
    this.#share = Math.max(1, Math.floor(shared.points / sharesPerLimit));
    this.#onRefusal = onRefusal;
  }

  /** Counts one request; throws 429 `too_many_requests` when there were too many. */
  async take(key: string): Promise<void> {
    const allowance = this.#allowanceOf(key);
    while (allowance.left === 0) {
      if (allowance.refused) this.#refuse(allowance);
      allowance.filling ??= this.#fill(key, allowance);
      await allowance.filling;
    }
    allowance.left -= 1;
  }

  #allowanceOf(key: string): LocalAllowance {
    const known = this.#allowances.get(key);
    if (known && (known.filling || performance.now() < known.until)) return known;
    const allowance = { left: 0, until: 0, refused: false, filling: undefined };
    this.#allowances.set(key, allowance);
    return allowance;
  }

  async #fill(key: string, allowance: LocalAllowance): Promise<void> {
    try {
      const { msBeforeNext } = await this.#consume(key);
      allowance.left = this.#share;
      allowance.until = performance.now() + msBeforeNext;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      allowance.refused = true;
      allowance.until = performance.now() + reason.msBeforeNext;
    } finally {
      allowance.filling = undefined;
    }
  }

  async #consume(key: string): Promise<RateLimiterRes> {
    if (performance.now() < this.#askSharedAt) return this.#own.consume(key, this.#share);
    try {
      return await this.#shared.consume(key, this.#share);
    } catch (reason) {
      if (reason instanceof RateLimiterRes) throw reason;
      this.#askSharedAt = performance.now() + retrySharedAfterMs;
      return this.#own.consume(key, this.#share);
    }
  }

  #refuse(allowance: LocalAllowance): never {
    this.#onRefusal();
    const seconds = Math.max(1, Math.ceil((allowance.until - performance.now()) / 1000));
    throw fail('too_many_requests', undefined, { retryAfter: seconds });
  }
}
