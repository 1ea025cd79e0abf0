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
const awayMs = 5_000;
const remembered = 50_000;

export interface Limits {
  ofUser: RateLimit;
  ofAddress: RateLimit;
  ofRegistration: RateLimit;
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
    ofUser: open('user', config.requestsPerMinute),
    ofAddress: open('address', config.requestsPerMinute * addressShare),
    ofRegistration: open('register', config.registrationsPerMinute),
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
 * So many requests a minute for each key. What is taken from the shared count is spent here, one by one; while that
 * count is away each process counts for itself.
 */
export class RateLimit {
  readonly #shared: RateLimiterAbstract;
  readonly #own: RateLimiterAbstract;
  readonly #share: number;
  readonly #onRefusal: () => void;
  readonly #purses = new LRUCache<string, LocalAllowance>({ max: remembered });

  /** Until when the shared count is not asked, so that nobody waits for it again and again. */
  #awayUntil = 0;

  constructor(shared: RateLimiterAbstract, own: RateLimiterAbstract, onRefusal: () => void) {
    this.#shared = shared;
    this.#own = own;
    this.#share = Math.max(1, Math.floor(shared.points / sharesPerLimit));
    this.#onRefusal = onRefusal;
  }

  /** Counts one request; throws 429 `too_many_requests` when there were too many. */
  async take(key: string): Promise<void> {
    const purse = this.#allowanceOf(key);
    while (purse.left === 0) {
      if (purse.refused) this.#refuse(purse);
      purse.filling ??= this.#fill(key, purse);
      await purse.filling;
    }
    purse.left -= 1;
  }

  #allowanceOf(key: string): LocalAllowance {
    const known = this.#purses.get(key);
    if (known && (known.filling || performance.now() < known.until)) return known;
    const purse = { left: 0, until: 0, refused: false, filling: undefined };
    this.#purses.set(key, purse);
    return purse;
  }

  async #fill(key: string, purse: LocalAllowance): Promise<void> {
    try {
      const { msBeforeNext } = await this.#consume(key);
      purse.left = this.#share;
      purse.until = performance.now() + msBeforeNext;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      purse.refused = true;
      purse.until = performance.now() + reason.msBeforeNext;
    } finally {
      purse.filling = undefined;
    }
  }

  async #consume(key: string): Promise<RateLimiterRes> {
    if (performance.now() < this.#awayUntil) return this.#own.consume(key, this.#share);
    try {
      return await this.#shared.consume(key, this.#share);
    } catch (reason) {
      if (reason instanceof RateLimiterRes) throw reason;
      this.#awayUntil = performance.now() + awayMs;
      return this.#own.consume(key, this.#share);
    }
  }

  #refuse(purse: LocalAllowance): never {
    this.#onRefusal();
    const seconds = Math.max(1, Math.ceil((purse.until - performance.now()) / 1000));
    throw fail('too_many_requests', undefined, { retryAfter: seconds });
  }
}
