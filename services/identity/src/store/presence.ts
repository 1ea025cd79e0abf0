import type { Context } from '@tribus/kit/runtime/context.ts';
import type { Redis } from 'ioredis';

const key = 'presence';
/** The longest question is who was active within the last hour (decisions.md 2). */
const keptMs = 60 * 60 * 1000;

/** When each user was last seen, within the last hour; by heartbeats. Can be lost at any time. */
export class Presence {
  readonly #ctx: Context;
  readonly #redis: Redis;

  constructor(ctx: Context, redis: Redis) {
    this.#ctx = ctx;
    this.#redis = redis;
  }

  /** Marks now. A mark that is lost makes presence less exact for a minute, and is no reason to refuse a heartbeat. */
  async mark(userId: string): Promise<void> {
    const now = this.#ctx.clock.now().getTime();
    try {
      await this.#redis.zadd(key, now, userId);
      await this.#redis.zremrangebyscore(key, 0, now - keptMs);
    } catch (error) {
      this.#ctx.log.debug({ err: error }, 'a heartbeat was not kept');
    }
  }
}
