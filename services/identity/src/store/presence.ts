import type { Context } from '@tribus/kit/core/context.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import type { Families } from '@tribus/kit/core/retention.ts';
import type { Redis } from 'ioredis';

const key = 'presence';
/** The longest period that is queried (decisions.md 2). */
const retentionMs = hourMs;

export const presenceKeys: Families = {
  [key]: {
    contains: 'the time of the last heartbeat of each user of the last hour, by user id',
    seconds: retentionMs / 1000,
    after: 'the last heartbeat of any user',
  },
};

/** Time of each user's last heartbeat within the last hour. May be lost at any time. */
export class Presence {
  readonly #ctx: Context;
  readonly #redis: Redis;

  constructor(ctx: Context, redis: Redis) {
    this.#ctx = ctx;
    this.#redis = redis;
  }

  /** Marks a user as present now. Never throws: a failure makes presence inexact for a minute. */
  async mark(userId: string): Promise<void> {
    const now = this.#ctx.clock.now().getTime();
    try {
      await this.#redis
        .multi()
        .zadd(key, now, userId)
        .zremrangebyscore(key, 0, now - retentionMs)
        // Without further heartbeats nothing else deletes the entries.
        .pexpire(key, retentionMs)
        .exec();
    } catch (error) {
      this.#ctx.log.debug({ err: error }, 'presence not written');
    }
  }

  /** Deletes a user's presence. Never throws: entries expire within the hour. */
  async remove(userId: string): Promise<void> {
    try {
      await this.#redis.zrem(key, userId);
    } catch (error) {
      this.#ctx.log.debug({ err: error }, 'presence not deleted; it expires within the hour');
    }
  }

  /** Returns the number of users seen in that time. Throws while Redis is unavailable. */
  async countWithin(ms: number): Promise<number> {
    return this.#redis.zcount(key, this.#since(ms), '+inf');
  }

  /** Returns which of the users were seen in that time. Throws while Redis is unavailable. */
  async seenWithin(ms: number, userIds: readonly string[]): Promise<string[]> {
    const since = this.#since(ms);
    const seenAt = await Promise.all(userIds.map((userId) => this.#redis.zscore(key, userId)));
    return userIds.filter((_userId, index) => Number(seenAt[index] ?? 0) >= since);
  }

  /** Returns the users seen in that time, latest first. Throws while Redis is unavailable. */
  async listWithin(ms: number, limit: number): Promise<string[]> {
    return this.#redis.zrevrangebyscore(key, '+inf', this.#since(ms), 'LIMIT', 0, limit);
  }

  #since = (ms: number): number => this.#ctx.clock.now().getTime() - ms;
}
