import type { Families } from '../core/retention.ts';
import { openRedis, type RedisStore } from '../redis/redis.ts';
import type { Store } from './store.ts';
import { redisAddress } from './store-addresses.ts';

/** Declares Redis, an optional store for data that can be rebuilt, and all families of keys in it. */
export const redisStore = (keys: Families): Store<RedisStore> => ({
  kind: 'redis',
  data: { 'redis key': keys },
  variables: redisAddress.variables,
  read(env) {
    const url = redisAddress.read(env);
    return { open: async (ctx) => ({ value: await openRedis(ctx, { url }) }) };
  },
});
