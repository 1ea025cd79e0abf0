import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const read = async (viewer: Actor, tribeId: number, what: string) =>
  (await bench.service.as(viewer).get(`/tribes/${tribeId}/posts/${what}`)).body;

test('a member sees the number of others’ posts at each level above their own, and no content', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const member = bench.tribes.addMember(id, { levelOrder: 2 });
  for (const minLevelOrder of [1, 2, 3, 3, 5])
    await bench.publishPost(owner, id, { content: 'MARCA-secreta', minLevelOrder: String(minLevelOrder) });
  const response = await read(member, id, 'waiting');
  expect(response).toEqual({
    items: [
      { level: 3, posts: 2 },
      { level: 5, posts: 1 },
    ],
  });
  expect((await read(owner, id, 'waiting')).items).toEqual([]);
  expect((await read(admin, id, 'waiting')).items).toEqual([]);
  expect((await bench.service.as(person()).get(`/tribes/${id}/posts/waiting`)).status).toBe(403);
});

test('a non-member of an open tribe sees its number of posts, and placeholders of pictures without addresses', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  await bench.publishPost(owner, id, { content: 'MARCA-vieja' }, 1);
  bench.clock.advance(8 * dayMs);
  await bench.publishPost(owner, id, { content: 'MARCA-nueva' }, 2);
  await bench.publishPost(owner, id, { content: 'MARCA-alta', minLevelOrder: '3' }, 1);
  const response = await read(person(), id, 'preview');
  expect(response).toMatchObject({ postsThisWeek: 1 });
  expect(response.pictures).toHaveLength(2);
  for (const picture of response.pictures) expect(Object.keys(picture).sort()).toEqual(['height', 'lqip', 'width']);
  expect(JSON.stringify(response)).not.toMatch(/MARCA|proxy-media/);
});

test('a private tribe shows a non-member no pictures and no numbers', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  await bench.publishPost(owner, id, { content: 'Dentro' }, 1);
  expect(await read(person(), id, 'preview')).toEqual({ postsThisWeek: null, pictures: [] });
});

test('hominini has no posts above a level', async () => {
  expect(await read(person(), homininiId, 'waiting')).toEqual({ items: [] });
});
