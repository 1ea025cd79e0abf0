import { performance } from 'node:perf_hooks';
import type { Context } from '@tribus/kit/core/context.ts';
import { type AppError, fail } from '@tribus/kit/core/errors.ts';
import type { Families } from '@tribus/kit/core/retention.ts';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitsConfig } from './config.ts';
import { errors } from './errors.ts';
import type { LimitedAction } from './routes.ts';

const minute = 60;
const hour = 3_600;
/** The time window of each limit, in seconds. */
const windows = { user: minute, address: minute, register: minute, mail: minute, invite: minute, contact: hour };
const keyPrefixOf = (limit: keyof typeof windows): string => `limit-${limit}`;
/** Limit of an address without a session, as a multiple of the user limit, because users share addresses. */
const addressShare = 5;
/** Requests per address that trigger a mail. */
const mailsPerMinute = 60;
/** Invitation lookups per address, against guessing of codes. */
const invitesPerMinute = 60;
/** Each gateway takes this fraction of a limit from Redis at once, to query it rarely. */
const sharesPerLimit = 50;
const retrySharedAfterMs = 5_000;
/** Cache time of a refusal; another gateway may refund points during that time. */
const refusedForMs = 1_000;
/** Windows that end within this time get no refunds: the points would count in the next window. */
const endsSoonMs = 1_000;
const maxEntries = 50_000;

/** The keys of all limits, which expire with their window. */
export const limitKeys: Families = Object.fromEntries(
  (Object.keys(windows) as (keyof typeof windows)[]).map((limit) => [
    `${keyPrefixOf(limit)}:*`,
    {
      contains: `requests of a ${limit === 'user' ? 'user, by id' : 'client, by IP address'}, counted against a limit`,
      seconds: windows[limit],
      after: 'the first request of the window',
    },
  ]),
);

export interface Limits {
  perUser: RateLimit;
  perAddress: RateLimit;
  perAction: Readonly<Record<LimitedAction, RateLimit>>;
}

/** The limits of all gateways, counted in Redis (decisions.md 7). */
export function openLimits(ctx: Context, redis: Redis, config: LimitsConfig): Limits {
  const refused = ctx.metrics.counter('rate_limited_total', 'Requests refused by a rate limit', ['limit']);
  const open = (limit: keyof typeof windows, points: number, refusal = tooManyRequests) => {
    refused.inc({ limit }, 0);
    const bounds = { keyPrefix: keyPrefixOf(limit), points, duration: windows[limit] };
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
      contact: open('contact', config.contactsPerHour, tooManyMessages),
    },
  };
}

/** Creates the error of a refusal; `seconds` until the next allowed request. */
type Refusal = (seconds: number) => AppError;

const tooManyRequests: Refusal = (retryAfter) => fail('too_many_requests', undefined, { retryAfter });
const tooManyMessages: Refusal = (retryAfter) =>
  errors.fail('too_many_messages', { minutes: Math.ceil(retryAfter / minute) }, { retryAfter });

interface LocalAllowance {
  left: number;
  /** The limiter that issued the points. */
  source: RateLimiterAbstract;
  /** End of the window (`performance.now()`). */
  endsAt: number;
  /** Until then requests are refused without a query. */
  refusedUntil: number;
  /** The pending exchange with the source; one at a time. */
  busy: Promise<void> | undefined;
}

/** Undoes the count of one request; call at most once. */
export type Refund = () => void;

/**
 * Limits requests per key and time window. Takes a share of the count in Redis and spends it locally; while Redis is
 * unavailable each process counts for itself.
 */
export class RateLimit {
  readonly #shared: RateLimiterAbstract;
  readonly #own: RateLimiterAbstract;
  readonly #share: number;
  readonly #refusal: Refusal;
  readonly #allowances = new LRUCache<string, LocalAllowance>({ max: maxEntries });

  /** Earliest retry of Redis after a failure (`performance.now()`), so that not every request waits for it. */
  #retrySharedAt = 0;

  constructor(shared: RateLimiterAbstract, own: RateLimiterAbstract, refusal: Refusal) {
    this.#shared = shared;
    this.#own = own;
    this.#share = Math.max(1, Math.floor(shared.points / sharesPerLimit));
    this.#refusal = refusal;
  }

  /** Counts one request and returns its refund; throws the refusal (429) at the limit. */
  async take(key: string): Promise<Refund> {
    const allowance = this.#allowanceOf(key);
    while (allowance.left === 0) {
      if (!allowance.busy && performance.now() < allowance.refusedUntil) this.#refuse(allowance);
      await (allowance.busy ?? this.#enqueue(allowance, () => this.#fill(key, allowance)));
    }
    allowance.left -= 1;
    const { source, endsAt } = allowance;
    return () => void this.#enqueue(allowance, () => this.#refund(key, allowance, { source, endsAt }));
  }

  #allowanceOf(key: string): LocalAllowance {
    const known = this.#allowances.get(key);
    if (known && (known.busy || performance.now() < known.endsAt)) return known;
    const allowance = { left: 0, source: this.#own, endsAt: 0, refusedUntil: 0, busy: undefined };
    this.#allowances.set(key, allowance);
    return allowance;
  }

  /** Runs an exchange after the pending one. Requests that arrive before it begins wait for both. */
  #enqueue(allowance: LocalAllowance, exchange: () => Promise<void>): Promise<void> {
    const before = allowance.busy ?? Promise.resolve();
    const busy = before.then(exchange).finally(() => {
      if (allowance.busy === busy) allowance.busy = undefined;
    });
    allowance.busy = busy;
    return busy;
  }

  async #fill(key: string, allowance: LocalAllowance): Promise<void> {
    const source = performance.now() < this.#retrySharedAt ? this.#own : this.#shared;
    try {
      const { msBeforeNext } = await source.consume(key, this.#share);
      Object.assign(allowance, { left: this.#share, source, endsAt: performance.now() + msBeforeNext });
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) return this.#sharedFailed(source, reason);
      const now = performance.now();
      Object.assign(allowance, { source, endsAt: now + reason.msBeforeNext, refusedUntil: now + refusedForMs });
      // Refused points were also counted, and would cancel refunds of others.
      await this.#reward(key, allowance, this.#share);
    }
  }

  async #refund(key: string, allowance: LocalAllowance, taken: Pick<LocalAllowance, 'source' | 'endsAt'>) {
    const isReturned = await this.#reward(key, taken, 1);
    // After a refusal `endsAt` is computed anew and differs slightly.
    if (isReturned) allowance.refusedUntil = 0;
    else if (allowance.endsAt === taken.endsAt) allowance.left += 1;
  }

  /** Returns points to their source; false when it is unavailable. */
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

  /** Switches to local counting until the next retry. */
  #sharedFailed(source: RateLimiterAbstract, reason: unknown): void {
    if (source !== this.#shared) throw reason;
    this.#retrySharedAt = performance.now() + retrySharedAfterMs;
  }

  #refuse(allowance: LocalAllowance): never {
    const seconds = Math.max(1, Math.ceil((allowance.endsAt - performance.now()) / 1000));
    throw this.#refusal(seconds);
  }
}
