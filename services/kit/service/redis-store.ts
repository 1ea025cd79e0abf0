import { openRedis, type RedisStore } from '../redis/redis.ts';
import type { Store } from './store.ts';
import { redisAddress } from './store-addresses.ts';

/** Declares Redis, an optional store for data that can be rebuilt. */
export const redisStore: Store<RedisStore> = {
  kind: 'redis',
  variables: redisAddress.variables,
  read(env) {
    const url = redisAddress.read(env);
    return { open: async (ctx) => ({ value: await openRedis(ctx, { url }) }) };
  },
};
