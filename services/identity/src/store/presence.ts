import type { Context } from '@tribus/kit/runtime/context.ts';
import type { Redis } from 'ioredis';

const key = 'presence';
/** The longest period that is asked for (decisions.md 2). */
const retentionMs = 60 * 60 * 1000;

/** When each user sent their last heartbeat, within the last hour. May be lost at any time. */
export class Presence {
  readonly #ctx: Context;
  readonly #redis: Redis;

  constructor(ctx: Context, redis: Redis) {
    this.#ctx = ctx;
    this.#redis = redis;
  }

  /** Marks a user as present now. Never fails: presence is less exact for a minute then. */
  async mark(userId: string): Promise<void> {
    const now = this.#ctx.clock.now().getTime();
    try {
      await this.#redis.zadd(key, now, userId);
      await this.#redis.zremrangebyscore(key, 0, now - retentionMs);
    } catch (error) {
      this.#ctx.log.debug({ err: error }, 'presence not written');
    }
  }
}
