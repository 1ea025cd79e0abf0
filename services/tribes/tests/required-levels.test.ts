import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostEdited, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { setUpLevels } from './level-bench.ts';

/** Levels that posts require (docs/decisions/0028-levels-required-by-posts.md). */
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

test('a level required by a post, now or earlier, cannot be moved, because its post could become readable below it', async () => {
  const { owner, tribeId, as, path, config, levelOf } = await setUpLevels(bench);
  const post = { tribeId, postId: crypto.randomUUID(), authorId: owner.id };
  await bench.publish(PostPublished, PostPublished.fromPartial({ ...post, minLevelOrder: 1 }));
  await bench.publish(PostPublished, PostPublished.fromPartial({ ...post, minLevelOrder: 3 }));
  await bench.publish(PostEdited, PostEdited.fromPartial({ ...post, minLevelOrder: 2 }));
  expect(await config()).toMatchObject({ reached: 3 });
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = idsOf((await config()).levels);
  const refused = await Promise.all([
    as(owner).post(path('levels'), { order: 2, name: 'Otra' }),
    as(owner).post(path('levels'), { order: 3, name: 'Otra' }),
    as(owner).delete(path(`levels/${levelOf(2)}`)),
    as(owner).delete(path(`levels/${levelOf(3)}`)),
    as(owner).put(path('levels/order'), { ids: [first, third, second, fourth, fifth] }),
  ]);
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'level_reached'));
  await bench.publish(PostEdited, PostEdited.fromPartial({ ...post, minLevelOrder: 4 }));
  expect((await as(owner).post(path('levels'), { order: 4, name: 'Otra' })).body.code).toBe('level_reached');
  expect((await as(owner).post(path('levels'), { order: 5, name: 'Otra' })).status).toBe(201);
});

/** Runs both while the tribe is locked, so that the first one is also the first to get the lock. */
async function inOrder<A, B>(tribeId: number, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const waiting = `
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let both: Promise<[A, B]> | undefined;
  await bench.transaction(async (run) => {
    await run(`select from tribes where id = ${tribeId} for update`);
    const isWaiting = (count: number) => async () => (await bench.sql(waiting)).length === count;
    const before = first();
    await until(isWaiting(1), 'the first waits for the tribe');
    const after = second();
    await until(isWaiting(2), 'the second waits behind it');
    both = Promise.all([before, after]);
  });
  if (!both) throw new Error('the transaction has run');
  return both;
}

test('a level that content has recorded for a post is neither moved nor deleted, however close both requests are', async () => {
  const { owner, tribeId, as, path, config, levelOf } = await setUpLevels(bench);
  const record = async (levelOrder: number) => {
    const [outcome] = await Promise.allSettled([bench.rpc.recordRequiredLevel({ tribeId, levelOrder })]);
    return outcome.status === 'fulfilled' ? 'recorded' : codeOf(outcome.reason);
  };
  const remove = async (order: number) => {
    const { status, body } = await as(owner).delete(path(`levels/${levelOf(order)}`));
    return status === 200 ? 'deleted' : body.code;
  };
  expect(
    await inOrder(
      tribeId,
      () => remove(5),
      () => record(5),
    ),
  ).toEqual(['deleted', 'not_found']);
  expect(
    await inOrder(
      tribeId,
      () => record(3),
      () => remove(3),
    ),
  ).toEqual(['recorded', 'level_reached']);
  expect(await config()).toMatchObject({ reached: 3, levels: { length: 4 } });
  const [first, second, third, fourth] = idsOf((await config()).levels);
  const swapped = await as(owner).put(path('levels/order'), { ids: [first, third, second, fourth] });
  expect(swapped.body.code).toBe('level_reached');
  expect(await Promise.all([0, 5, -1].map(record))).toEqual(['not_found', 'not_found', 'not_found']);
  await expect(bench.rpc.recordRequiredLevel({ tribeId: 99_999, levelOrder: 1 })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a post for a level that the tribe does not have keeps no level from being changed', async () => {
  const { owner, tribeId, as, path, config, levelOf } = await setUpLevels(bench);
  const post = { tribeId, postId: crypto.randomUUID(), authorId: owner.id };
  await bench.publish(PostPublished, PostPublished.fromPartial({ ...post, minLevelOrder: 1_000 }));
  expect(await config()).toMatchObject({ reached: 1 });
  expect((await as(owner).delete(path(`levels/${levelOf(5)}`))).status).toBe(200);
  await bench.publish(PostEdited, PostEdited.fromPartial({ ...post, minLevelOrder: 3 }));
  expect(await config()).toMatchObject({ reached: 3 });
});

test('a recorded level above the highest one no longer keeps levels from being added in between', async () => {
  const { owner, tribeId, as, path, config } = await setUpLevels(bench);
  await bench.sql('insert into post_levels (tribe_id, level_order) values ($1, 1000)', [tribeId]);
  await bench.sql(readFileSync(join(import.meta.dirname, '../migrations/0016-existing-levels-of-posts.sql'), 'utf8'));
  expect(await config()).toMatchObject({ reached: 5 });
  for (const name of ['Leyenda', 'Mito']) expect((await as(owner).post(path('levels'), { name })).status).toBe(201);
  expect((await as(owner).post(path('levels'), { order: 6, name: 'Héroe' })).body).toMatchObject({ order: 6 });
});
