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

test('the keys of one service are not those of another', async () => {
  const other = processOf('others');
  const [ours, theirs] = await Promise.all([
    openRedis(ctx, { url: stores.env.REDIS_URL }),
    openRedis(other, { url: stores.env.REDIS_URL }),
  ]);
  await ours.commands.set('key', 'ours', 'EX', 60);
  expect(await ours.commands.get('key')).toBe('ours');
  expect(await theirs.commands.get('key')).toBeNull();
  const counted = await ours.commands.multi().incrby('count', 2).get('count').exec();
  expect(counted?.map(([, result]) => result)).toEqual([2, '2']);
  await other.close();
});

test('what is published reaches all subscribers of the channel, until they leave', async () => {
  const [ours, theirs] = await Promise.all([1, 2].map(() => openRedis(ctx, { url: stores.env.REDIS_URL })));
  const received: string[] = [];
  const leave = await ours?.subscribe('news', (message) => received.push(`first ${message}`));
  await ours?.subscribe('news', (message) => received.push(`second ${message}`));
  await theirs?.subscribe('news', (message) => received.push(`third ${message}`));
  await theirs?.publish('news', 'one');
  await theirs?.publish('other news', 'two');
  await until(() => received.length === 3, 'all three receive it');
  await leave?.();
  await theirs?.publish('news', 'three');
  await until(() => received.length === 5, 'two are left');
  expect(received.toSorted()).toEqual(['first one', 'second one', 'second three', 'third one', 'third three']);
});

test('a service starts without its server; commands fail as an outage', async () => {
  const away = processOf('things');
  const redis = await openRedis(away, { url: 'redis://127.0.0.1:1' });
  const error = await redis.commands.get('key').catch((thrown) => thrown);
  expect(asAppError(error).code).toBe('unavailable');
  await away.close();
});
