import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { statementsOfVisitors } from '@tribus/kit/testing/statements.ts';
import { type Bench, openBench, unknownId } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

test('the feed is read in pages to its end, the newest first, each post once', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const published: string[] = [];
  for (let index = 0; index < 12; index++) published.unshift((await bench.publishPost(owner, id)).id);
  const client = bench.service.as(bench.tribes.addMember(id));
  const read: string[] = [];
  let cursor: string | null = '';
  let pages = 0;
  do {
    const { status, body } = await client.get(`/tribes/${id}/posts?limit=5${cursor && `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    read.push(...idsOf(body));
    cursor = body.nextCursor;
    pages += 1;
  } while (cursor !== null);
  expect([pages, read]).toEqual([3, published]);
  expect((await client.get(`/tribes/${id}/posts`)).body.items).toHaveLength(10);
  expect((await client.get(`/tribes/${id}/posts?limit=999`)).body).toMatchObject({ nextCursor: null });
});

test('no post is lost or repeated between pages when several have the same time', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const author = bench.service.as(owner);
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const body = new FormData();
      body.append('content', `a la vez ${index}`);
      return author.post(`/tribes/${id}/posts`, body);
    }),
  );
  const first = (await author.get(`/tribes/${id}/posts?limit=4`)).body;
  const second = (await author.get(`/tribes/${id}/posts?limit=4&cursor=${first.nextCursor}`)).body;
  expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(responses.map(({ body }) => body.id).sort());
});

test('a forged or truncated cursor, or one of another list, is refused', async () => {
  const owner = person();
  const [one, other] = [bench.tribes.createTribe(owner), bench.tribes.createTribe(owner)];
  const { id: postId } = await bench.publishPost(owner, one);
  for (const tribeId of [one, other]) await bench.publishPost(owner, tribeId, { content: 'x', tags: 'fuego' });
  const client = bench.service.as(owner);
  const { nextCursor } = (await client.get(`/tribes/${one}/posts?limit=1`)).body;
  const forged = Buffer.from(nextCursor, 'base64url');
  forged.writeUInt8(forged.readUInt8(30) ^ 1, 30);
  const paths = [
    `/tribes/${one}/posts?cursor=inventado`,
    `/tribes/${one}/posts?cursor=${forged.toString('base64url')}`,
    `/tribes/${one}/posts?cursor=${nextCursor.slice(0, -4)}`,
    `/tribes/${one}/posts?cursor=${nextCursor}&tag=fuego`,
    `/tribes/${other}/posts?cursor=${nextCursor}`,
    `/tribes/${one}/posts/${postId}/comments?after=${nextCursor}`,
  ];
  for (const path of paths) {
    const { status, body } = await client.get(path);
    expect([path, status, body.code]).toEqual([path, 400, 'bad_cursor']);
  }
});

test('the feed can be filtered by tags, as people type them, and by place', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const ember = await bench.publishPost(owner, id, { content: 'brasas', tags: ['Fuego, noche'] });
  const bread = await bench.publishPost(owner, id, { content: 'pan', tags: 'horno', place: 'Peña Ángel' });
  const vibe = await bench.publishPost(owner, id, { kind: 'story', tags: 'epic' }, 1);
  const read = async (query: string) => idsOf((await bench.service.as(owner).get(`/tribes/${id}/posts?${query}`)).body);
  expect(await read('tag=%23FUEGO')).toEqual([ember.id]);
  expect(await read('tags=vibe')).toEqual([vibe.id]);
  expect(await read('place=pena-angel')).toEqual([bread.id]);
  expect(await read('tag=horno&place=pena-angel')).toEqual([bread.id]);
  expect(await read('tag=fuego&place=pena-angel')).toEqual([]);
  expect(await read('tag=%27%20or%20true--')).toEqual([]);
  expect(await read('tag=')).toHaveLength(3);
});

test('a non-member reads nothing, a visitor must sign in, and an unknown tribe is not found', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const { id: postId } = await bench.publishPost(owner, id);
  const waiting = bench.tribes.addMember(id, { status: 'pending', levelOrder: 0 });
  for (const path of [
    `/tribes/${id}/posts`,
    `/tribes/${id}/posts/${postId}`,
    `/tribes/${id}/posts/${postId}/comments`,
  ]) {
    for (const actor of [person(), waiting]) {
      const { status, body } = await bench.service.as(actor).get(path);
      expect([status, body.code]).toEqual([403, 'membership_required']);
    }
    expect((await bench.service.as().get(path)).body.code).toBe('unauthenticated');
    expect((await bench.service.as(admin).get(path)).status).toBe(200);
    expect((await bench.service.as(admin).get(path.replace(`${id}`, '77'))).status).toBe(404);
  }
  expect((await bench.service.as(owner).get('/tribes/0/posts')).status).toBe(404);
});

test('hominini is public, at its own address and at the public one', async () => {
  const author = bench.tribes.addMember(homininiId);
  const post = await bench.publishPost(author, homininiId, { content: 'hola a todos' });
  await bench.publishPost(author, homininiId, { content: 'para nivel 1' });
  for (const actor of [visitorActor(), person()]) {
    const client = bench.service.as(actor);
    for (const path of ['/public/hominini/posts', `/tribes/${homininiId}/posts`]) {
      const { status, body } = await client.get(path);
      expect(status).toBe(200);
      expect(body.items.at(-1)).toMatchObject({ id: post.id, canEdit: false, canDelete: false, myReactions: [] });
    }
    expect((await client.get(`/tribes/${homininiId}/posts/${post.id}`)).body.user.name).toBe(`Nombre de ${author.id}`);
    expect(JSON.stringify((await client.get('/public/hominini/posts')).body)).not.toContain('@tribus.test');
  }
  expect((await bench.service.as().get('/public/hominini/info')).body).toMatchObject({
    id: homininiId,
    name: 'hominini',
    membersCount: 7,
    postsCount: 2,
    imageUrl: null,
  });
  const before = (await bench.service.as().get('/public/hominini/posts?limit=1')).body.nextCursor;
  expect((await bench.service.as().get(`/tribes/${homininiId}/posts?cursor=${before}`)).status).toBe(200);
});

test('concurrent visitors of hominini count its posts once, and again after a minute', async () => {
  bench.clock.advance(61_000);
  const count = async (visitors: number) => {
    const { result, statements } = await statementsOfVisitors(() =>
      Promise.all(Array.from({ length: visitors }, () => bench.service.as().get('/public/hominini/info'))),
    );
    return {
      posts: result.map(({ body }) => body.postsCount),
      counted: statements.filter((text) => /count\(/.test(text)).length,
    };
  };
  const { posts: before, counted } = await count(20);
  expect([new Set(before).size, counted]).toEqual([1, 1]);
  await bench.publishPost(bench.tribes.addMember(homininiId), homininiId);
  bench.clock.advance(61_000);
  expect(await count(1)).toEqual({ posts: [(before[0] ?? 0) + 1], counted: 1 });
  expect((await count(1)).counted).toBe(0);
});

test('a post above the viewer’s level is visible only to its author, moderators and admins', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [author, low, high] = [3, 1, 3].map((levelOrder) => bench.tribes.addMember(id, { levelOrder }));
  const officer = bench.tribes.addMember(id, { role: 'officer' });
  if (!author || !low || !high) throw new Error('no member was added');
  const open = await bench.publishPost(author, id);
  const bound = await bench.publishPost(author, id, { content: 'solo arriba', minLevelOrder: '3' });
  for (const actor of [author, high, owner, officer, admin]) {
    expect(idsOf((await bench.service.as(actor).get(`/tribes/${id}/posts`)).body)).toEqual([bound.id, open.id]);
    expect((await bench.service.as(actor).get(`/tribes/${id}/posts/${bound.id}`)).status).toBe(200);
  }
  const below = bench.service.as(low);
  expect(idsOf((await below.get(`/tribes/${id}/posts`)).body)).toEqual([open.id]);
  const path = `/tribes/${id}/posts/${bound.id}`;
  const tries = await Promise.all([
    below.get(path),
    below.get(`${path}/comments`),
    below.put(path, { content: 'x' }),
    below.delete(path),
    below.post(`${path}/view`),
    below.post(`${path}/reactions`, { type: 'like' }),
    below.post(`${path}/comments`, { content: 'x' }),
  ]);
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404));
  // A member of a lower level does not see the post.
  const fallen = bench.tribes.addMember(id, { levelOrder: 1 });
  expect((await bench.service.as(fallen).get(path)).status).toBe(404);
});

test('a post of another tribe, an unknown id and a malformed id are not found', async () => {
  const owner = person();
  const [one, other] = [bench.tribes.createTribe(owner), bench.tribes.createTribe(owner)];
  const { id: postId } = await bench.publishPost(owner, one);
  for (const path of [`${other}/posts/${postId}`, `${one}/posts/${unknownId}`, `${one}/posts/no-es-un-id`])
    expect((await bench.service.as(owner).get(`/tribes/${path}`)).status).toBe(404);
});
