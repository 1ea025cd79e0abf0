import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs, minuteMs } from '@tribus/kit/core/durations.ts';
import type { PostStats } from '../api/post-stats.ts';
import { postStatsGroups } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Each test has a week of its own, which begins at midnight (UTC). */
let firstDay: number;
beforeEach(() => {
  const now = bench.clock.now().getTime();
  bench.clock.advance(7 * dayMs - (now % dayMs));
  firstDay = bench.clock.now().getTime();
});

const dayAt = (offset: number) => new Date(firstDay + offset * dayMs).toISOString().slice(0, 10);
const ask = (actor: Actor, query: string) => bench.service.as(actor).get(`/admin/post-stats?${query}`);
/** Reads more than a minute after the last time, so that the cache has expired. */
const read = async (by: string, from = dayAt(0), to = dayAt(6)): Promise<PostStats> => {
  bench.clock.advance(61_000);
  const { status, body } = await ask(admin, `by=${by}&from=${from}&to=${to}`);
  expect(status).toBe(200);
  return body;
};
const none = { posts: 0, comments: 0, reactions: 0, views: 0 };
const one = { ...none, posts: 1 };

test('posts are counted with their comments, reactions and views, by the day of their publication', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const other = bench.tribes.addMember(tribeId);
  const post = await bench.publishPost(owner, tribeId);
  const path = `/tribes/${tribeId}/posts/${post.id}`;
  // To the last moment of the second day, as the bench publishes ten minutes later.
  bench.clock.advance(2 * dayMs - 1 - 20 * minuteMs);
  await bench.publishPost(other, tribeId);
  bench.clock.advance(dayMs);
  const as = bench.service.as(other);
  for (const content of ['una', 'dos']) await as.post(`${path}/comments`, { content });
  await as.post(`${path}/reactions`, { type: 'dislike' });
  await as.post(`${path}/view`);

  const { from, to, items, totals } = await read('day');
  expect({ from, to }).toEqual({ from: dayAt(0), to: dayAt(6) });
  expect(items.map(({ key, name, ...numbers }) => [key === name, key, numbers])).toEqual([
    [true, dayAt(0), { posts: 1, comments: 2, reactions: 1, views: 1 }],
    [true, dayAt(1), one],
    ...[2, 3, 4, 5, 6].map((offset) => [true, dayAt(offset), none]),
  ]);
  expect(totals).toEqual({ posts: 2, comments: 2, reactions: 1, views: 1 });
  expect((await read('day', dayAt(1), dayAt(1))).totals).toEqual(one);
});

test('hours and kinds without posts have zeros', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  bench.clock.advance(23 * hourMs);
  await bench.publishPost(owner, tribeId);
  const hours = (await read('hour')).items;
  expect(hours.map(({ key }) => key)).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')));
  expect(hours.filter(({ posts }) => posts > 0)).toEqual([{ key: '23', name: '23', ...one }]);
  const kinds = (await read('kind')).items;
  expect(kinds.map(({ key, posts }) => [key, posts])).toEqual([
    ['post', 1],
    ['reel', 0],
    ['story', 0],
  ]);
});

test('tribes have their names and the busiest come first; a post with two tags counts for each, and once in total', async () => {
  const owner = person();
  const [quiet, busy] = [bench.tribes.createTribe(owner), bench.tribes.createTribe(owner)];
  await bench.publishPost(owner, quiet, { content: 'Pan', tags: 'pan,aceite' });
  await bench.publishPost(owner, busy, { content: 'Pan', tags: 'pan' });
  await bench.publishPost(owner, busy);
  const tribes = await read('tribe');
  expect(tribes.items.map(({ key, posts }) => [key, posts])).toEqual([
    [String(busy), 2],
    [String(quiet), 1],
  ]);
  for (const { key, name } of tribes.items) expect(name).not.toBe(key);
  const tags = await read('tag');
  expect(tags.items.map(({ key, posts }) => [key, posts])).toEqual([
    ['pan', 2],
    ['aceite', 1],
  ]);
  expect(tags.totals).toEqual({ ...none, posts: 3 });
});

test('the four hundred most used tags are shown, the others are counted in total only', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const db = await bench.db();
  const rare = Array.from({ length: postStatsGroups }, (_, index) => `raro${String(index).padStart(3, '0')}`);
  for (const tags of [['pan'], ['pan'], rare]) {
    const { id } = await bench.publishPost(owner, tribeId);
    await db.updateTable('posts').set({ tags }).where('id', '=', id).execute();
  }
  const { items, totals } = await read('tag');
  expect(items.map(({ key }) => key)).toEqual(['pan', ...rare.slice(0, -1)]);
  expect(totals.posts).toBe(3);
});

test('a period that ends before it begins, lasts more than 366 days, is before 1970 or is no date is refused', async () => {
  for (const query of [`from=${dayAt(1)}&to=${dayAt(0)}`, `from=${dayAt(-366)}&to=${dayAt(0)}`])
    expect((await ask(admin, query)).body.code).toBe('post_stats_span');
  expect((await ask(admin, `from=${dayAt(-365)}&to=${dayAt(0)}`)).status).toBe(200);
  const early = ['from=0000-01-01&to=0000-01-05', 'to=0001-01-05', 'from=1969-12-31&to=1970-01-01'];
  for (const query of [...early, 'from=2026-02-30', 'to=ayer', 'by=week'])
    expect((await ask(admin, query)).status).toBe(400);
  expect((await read('day', '1970-01-01', '1970-01-01')).totals).toEqual(none);
  expect((await ask(admin, 'to=1970-01-01')).body.from).toBe('1969-12-05');
  expect((await ask(person(), '')).status).toBe(403);
  const { body } = await ask(admin, '');
  expect([body.from, body.to, body.items.length]).toEqual([dayAt(-27), dayAt(0), 28]);
});
