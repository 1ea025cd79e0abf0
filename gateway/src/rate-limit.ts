import { performance } from 'node:perf_hooks';
import type { Context } from '@tribus/kit/core/context.ts';
import { type AppError, fail } from '@tribus/kit/core/errors.ts';
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
/** A refusal holds for so long without another look: what one gateway counted another may give back. */
const refusedForMs = 1_000;
/** A time that ends so soon has nothing given back to it: by then the points would be those of the next one. */
const endsSoonMs = 1_000;
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
  /** Where the points were taken from. */
  source: RateLimiterAbstract;
  /** When what is left is void. */
  endsAt: number;
  /** Until when nothing is asked for. */
  refusedUntil: number;
  /** The exchange with the source that is under way: one at a time. */
  busy: Promise<void> | undefined;
}

/** Has the request that was counted not count after all; not more than once. */
export type GiveBack = () => void;

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

  /** Counts one request, and returns how to give it back; throws the refusal (429) when there were too many. */
  async take(key: string): Promise<GiveBack> {
    const allowance = this.#allowanceOf(key);
    while (allowance.left === 0) {
      if (!allowance.busy && performance.now() < allowance.refusedUntil) this.#refuse(allowance);
      await (allowance.busy ?? this.#alone(allowance, () => this.#fill(key, allowance)));
    }
    allowance.left -= 1;
    const { source, endsAt } = allowance;
    return () => void this.#alone(allowance, () => this.#giveBack(key, allowance, { source, endsAt }));
  }

  #allowanceOf(key: string): LocalAllowance {
    const known = this.#allowances.get(key);
    if (known && (known.busy || performance.now() < known.endsAt)) return known;
    const allowance = { left: 0, source: this.#own, endsAt: 0, refusedUntil: 0, busy: undefined };
    this.#allowances.set(key, allowance);
    return allowance;
  }

  /** After the exchange that is under way. Who asks for the allowance meanwhile waits for both. */
  #alone(allowance: LocalAllowance, exchange: () => Promise<void>): Promise<void> {
    const before = allowance.busy ?? Promise.resolve();
    const busy = before.then(exchange).finally(() => {
      if (allowance.busy === busy) allowance.busy = undefined;
    });
    allowance.busy = busy;
    return busy;
  }

  async #fill(key: string, allowance: LocalAllowance): Promise<void> {
    const source = performance.now() < this.#askSharedAt ? this.#own : this.#shared;
    try {
      const { msBeforeNext } = await source.consume(key, this.#share);
      Object.assign(allowance, { left: this.#share, source, endsAt: performance.now() + msBeforeNext });
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) return this.#sharedFailed(source, reason);
      const now = performance.now();
      Object.assign(allowance, { source, endsAt: now + reason.msBeforeNext, refusedUntil: now + refusedForMs });
      // What was refused was counted, too, and would hide what somebody else gives back.
      await this.#reward(key, allowance, this.#share);
    }
  }

  async #giveBack(key: string, allowance: LocalAllowance, taken: Pick<LocalAllowance, 'source' | 'endsAt'>) {
    const isReturned = await this.#reward(key, taken, 1);
    if (allowance.endsAt !== taken.endsAt) return;
    if (isReturned) allowance.refusedUntil = 0;
    else allowance.left += 1;
  }

  /** Returns points to where they were taken from; false when that is unavailable. */
  async #reward(key: string, { source, endsAt }: Pick<LocalAllowance, 'source' | 'endsAt'>, points: number) {
    if (endsAt - performance.now() < endsSoonMs) return true;
    try {
      await source.reward(key, points);
      return true;
    } catch (reason) {
      this.#sharedFailed(source, reason);
      return false;
    }
  }

  /** From now on this process counts for itself, for a while. */
  #sharedFailed(source: RateLimiterAbstract, reason: unknown): void {
    if (source !== this.#shared) throw reason;
    this.#askSharedAt = performance.now() + retrySharedAfterMs;
  }

  #refuse(allowance: LocalAllowance): never {
    const seconds = Math.max(1, Math.ceil((allowance.endsAt - performance.now()) / 1000));
    throw this.#refusal(seconds);
  }
}
