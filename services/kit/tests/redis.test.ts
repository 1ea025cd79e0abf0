import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asAppError } from '../core/errors.ts';
import { openRedis } from '../redis/redis.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import { type ProcessContext, processOf } from '../testing/things.ts';
import { until } from '../testing/until.ts';

let stores: TestStores;
let ctx: ProcessContext;

beforeAll(async () => {
  stores = await testStores({ postgres: false });
  ctx = processOf('things');
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

test('services do not share keys', async () => {
  const other = processOf('others');
  const [first, second] = await Promise.all([
    openRedis(ctx, { url: stores.env.REDIS_URL }),
    openRedis(other, { url: stores.env.REDIS_URL }),
  ]);
  await first.commands.set('key', 'own', 'EX', 60);
  expect(await first.commands.get('key')).toBe('own');
  expect(await second.commands.get('key')).toBeNull();
  const counted = await first.commands.multi().incrby('count', 2).get('count').exec();
  expect(counted?.map(([, result]) => result)).toEqual([2, '2']);
  await other.close();
});

test('a published message reaches all subscribers of the channel until they unsubscribe', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => openRedis(ctx, { url: stores.env.REDIS_URL })));
  const received: string[] = [];
  const leave = await first?.subscribe('news', (message) => received.push(`first ${message}`));
  await first?.subscribe('news', (message) => received.push(`second ${message}`));
  await second?.subscribe('news', (message) => received.push(`third ${message}`));
  await second?.publish('news', 'one');
  await second?.publish('other news', 'two');
  await until(() => received.length === 3, 'all three receive it');
  await leave?.();
  await second?.publish('news', 'three');
  await until(() => received.length === 5, 'two remain');
  expect(received.toSorted()).toEqual(['first one', 'second one', 'second three', 'third one', 'third three']);
});

test('every subscriber is subscribed once its call resolves, also one that joins while the first still waits', async () => {
  const redis = await openRedis(ctx, { url: stores.env.REDIS_URL });
  const isOpen = async (channel: string) => (await redis.commands.pubsub('CHANNELS', `*${channel}`)).length === 1;
  const ignore = () => undefined;
  const waiting = redis.subscribe('shared', ignore);
  await redis.subscribe('shared', ignore);
  expect(await isOpen('shared')).toBe(true);
  await waiting;
  const another = await openRedis(ctx, { url: stores.env.REDIS_URL });
  const first = another.subscribe('first', ignore);
  await another.subscribe('second', ignore);
  expect(await isOpen('second')).toBe(true);
  await first;
});

test('a service starts without its Redis server, and commands fail as an outage', async () => {
  const offline = processOf('things');
  const redis = await openRedis(offline, { url: 'redis://127.0.0.1:1' });
  const error = await redis.commands.get('key').catch((thrown) => thrown);
  expect(asAppError(error).code).toBe('unavailable');
  await offline.close();
});
