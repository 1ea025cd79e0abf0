import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const pin = (actor: Actor, tribeId: number, id: string, pinned = true) =>
  bench.service.as(actor).put(`/tribes/${tribeId}/posts/${id}/pin`, { pinned });
const feed = async (viewer: Actor, tribeId: number, query = ''): Promise<string[]> =>
  (await bench.service.as(viewer).get(`/tribes/${tribeId}/posts${query}`)).body.items.map(
    ({ id }: { id: string }) => id,
  );

async function tribeWith(posts: number) {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const ids: string[] = [];
  for (let index = 0; index < posts; index++)
    ids.push((await bench.publishPost(owner, tribeId, { content: `${index}`, tags: 'lana' })).id);
  return { owner, tribeId, ids, member: bench.tribes.addMember(tribeId) };
}

test('pinned posts are at the top of the first page of the unfiltered feed only, once each', async () => {
  const { owner, tribeId, ids, member } = await tribeWith(4);
  const [oldest = '', second = '', third = '', newest = ''] = ids;
  expect((await pin(owner, tribeId, oldest)).body).toMatchObject({ id: oldest, isPinned: true });
  expect(await feed(member, tribeId)).toEqual([oldest, newest, third, second]);
  expect(await feed(member, tribeId, '?tag=lana')).toEqual([newest, third, second, oldest]);
  const first = (await bench.service.as(member).get(`/tribes/${tribeId}/posts?limit=2`)).body;
  expect(first.items.map(({ id }: { id: string }) => id)).toEqual([oldest, newest, third]);
  expect(await feed(member, tribeId, `?limit=2&cursor=${first.nextCursor}`)).toEqual([second]);
  expect((await pin(owner, tribeId, oldest, false)).body).toMatchObject({ isPinned: false });
  expect(await feed(member, tribeId)).toEqual([newest, third, second, oldest]);
});

test('a tribe can pin three posts and no fourth, even when five are pinned concurrently', async () => {
  const { owner, tribeId, ids } = await tribeWith(5);
  const responses = await Promise.all(ids.map((id) => pin(owner, tribeId, id)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too_many_pins' });
  const pinned = ids.filter((_id, index) => responses[index]?.status === 200);
  expect((await pin(owner, tribeId, pinned[0] ?? '')).status).toBe(200);
  await bench.service.as(owner).delete(`/tribes/${tribeId}/posts/${pinned[0]}`);
  const left = ids.filter((id) => !pinned.includes(id));
  expect((await pin(owner, tribeId, left[0] ?? '')).status).toBe(200);
});

test('members cannot pin posts, and a pinned post is hidden below its level', async () => {
  const { owner, tribeId, ids, member } = await tribeWith(1);
  expect((await pin(member, tribeId, ids[0] ?? '')).status).toBe(403);
  const high = await bench.publishPost(owner, tribeId, { content: 'Alta', minLevelOrder: '3' });
  await pin(owner, tribeId, high.id);
  expect(await feed(member, tribeId)).toEqual(ids);
});

test('only moderators can comment while comments are closed, and existing comments remain readable', async () => {
  const { owner, tribeId, ids, member } = await tribeWith(1);
  const path = `/tribes/${tribeId}/posts/${ids[0]}`;
  const comment = (actor: Actor) => bench.service.as(actor).post(`${path}/comments`, { content: 'Hola' });
  const lock = (actor: Actor, locked: boolean) => bench.service.as(actor).put(`${path}/comments-lock`, { locked });
  expect((await comment(member)).status).toBe(201);
  expect((await lock(member, true)).status).toBe(403);
  expect((await lock(owner, true)).body).toMatchObject({ commentsLocked: true, canComment: true });
  expect(await comment(member)).toMatchObject({ status: 403, body: { code: 'comments_locked' } });
  expect((await bench.service.as(member).get(path)).body).toMatchObject({ commentsLocked: true, canComment: false });
  expect((await bench.service.as(member).get(`${path}/comments`)).body.items).toHaveLength(1);
  expect((await comment(admin)).status).toBe(201);
  await lock(owner, false);
  expect((await comment(member)).status).toBe(201);
});
