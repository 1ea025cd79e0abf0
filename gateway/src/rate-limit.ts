import { performance } from 'node:perf_hooks';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { type AppError, fail } from '@tribus/kit/runtime/errors.ts';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitsConfig } from './config.ts';
import { errors } from './errors.ts';
import type { LimitedAction } from './routes.ts';

const minute = 60;
const hour = 3_600;
/** Without a session an address has this many times what a user has: many people share one. */
const addressShare = 5;
/** Requests from an address that have somebody mailed. */
const mailsPerMinute = 60;
/** Invitations that an address opens: their codes cannot be guessed, and nobody shall try. */
const invitesPerMinute = 60;
/** A share of the limit is taken from Redis at once, so that it is asked once in so many requests. */
const sharesPerLimit = 50;
const retrySharedAfterMs = 5_000;
const maxEntries = 50_000;

export interface Limits {
  perUser: RateLimit;
  perAddress: RateLimit;
  perAction: Readonly<Record<LimitedAction, RateLimit>>;
}

/** The limits of all gateways together, counted in Redis (decisions.md 7). */
export function openLimits(ctx: Context, redis: Redis, config: LimitsConfig): Limits {
  const refused = ctx.metrics.counter('rate_limited_total', 'Requests refused for their number', ['limit']);
  const open = (limit: string, points: number, { duration = minute, refusal = tooManyRequests } = {}) => {
    refused.inc({ limit }, 0);
    const bounds = { keyPrefix: `limit-${limit}`, points, duration };
    const shared = new RateLimiterRedis({ ...bounds, storeClient: redis, rejectIfRedisNotReady: true });
    return new RateLimit(shared, new RateLimiterMemory(bounds), (seconds) => {
      refused.inc({ limit });
      return refusal(seconds);
    });
  };
  return {
    perUser: open('user', config.requestsPerMinute),
    perAddress: open('address', config.requestsPerMinute * addressShare),
    perAction: {
      register: open('register', config.registrationsPerMinute),
      mail: open('mail', mailsPerMinute),
      invite: open('invite', invitesPerMinute),
      contact: open('contact', config.contactsPerHour, { duration: hour, refusal: tooManyMessages }),
    },
  };
}

/** The error of a refusal, given the seconds after which the next request is let in. */
type Refusal = (seconds: number) => AppError;

const tooManyRequests: Refusal = (retryAfter) => fail('too_many_requests', undefined, { retryAfter });
const tooManyMessages: Refusal = (retryAfter) =>
  errors.fail('too_many_messages', { minutes: Math.ceil(retryAfter / minute) }, { retryAfter });

interface LocalAllowance {
  left: number;
  /** When what is left, or the refusal, is void. */
  until: number;
  refused: boolean;
  filling: Promise<void> | undefined;
}

/**
 * A number of requests in a time for each key. A share of the count in Redis is taken at once and spent here one by one;
 * while Redis is unavailable each process counts for itself.
 */
export class RateLimit {
  readonly #shared: RateLimiterAbstract;
  readonly #own: RateLimiterAbstract;
  readonly #share: number;
  readonly #refusal: Refusal;
  readonly #allowances = new LRUCache<string, LocalAllowance>({ max: maxEntries });

  /** When Redis may be asked again after a failure (`performance.now()`), so that not every request waits for it. */
  #askSharedAt = 0;

  constructor(shared: RateLimiterAbstract, own: RateLimiterAbstract, refusal: Refusal) {
    this.#shared = shared;
    this.#own = own;
    this.#share = Math.max(1, Math.floor(shared.points / sharesPerLimit));
    this.#refusal = refusal;
  }

  /** Counts one request; throws the refusal (429) when there were too many. */
  async take(key: string): Promise<void> {
    const allowance = this.#allowanceOf(key);
    while (allowance.left === 0) {
      if (allowance.refused) this.#refuse(allowance);
      allowance.filling ??= this.#fill(key, allowance);
      await allowance.filling;
    }
    allowance.left -= 1;
  }

  /** One request that was counted does not count after all. */
  giveBack(key: string): void {
    this.#allowanceOf(key).left += 1;
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
    const seconds = Math.max(1, Math.ceil((allowance.until - performance.now()) / 1000));
    throw this.#refusal(seconds);
  }
}
