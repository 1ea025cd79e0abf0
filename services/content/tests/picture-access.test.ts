import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A tribe with a post with pictures, by a member of the third level. */
async function scene(minLevelOrder = '1') {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const author = bench.tribes.addMember(id, { levelOrder: 3 });
  const post = await bench.publishPost(author, id, { content: 'hola', minLevelOrder }, 2);
  const keys = bench.media.uploads.slice(-2).map(({ key }) => key);
  const path = `/tribes/${id}/posts/${post.id}`;
  const edit = (change: object, actor: Actor = author) =>
    bench.service.as(actor).put(path, { content: 'hola', ...change });
  const known = () => keys.map((key) => bench.media.visibilities.get(key)?.visibility);
  return { id, owner, author, path, keys, edit, known };
}

const tribeOf = (path: string) => Number(path.split('/')[2]);

const areSigned = (post: { images: { url: string; variants: Record<string, string> }[] }) =>
  post.images.flatMap(({ url, variants }) => [url, ...Object.values(variants)]).every((url) => url.includes('&sig='));
const areOpen = (post: { images: { url: string }[] }) => post.images.every(({ url }) => !url.includes('sig='));

test('setting a level makes the addresses of a post’s pictures expire at once, and updates media', async () => {
  const { id, author, path, edit, known } = await scene();
  const beginner = bench.tribes.addMember(id);
  expect(areOpen((await bench.service.as(beginner).get(path)).body)).toBe(true);
  const { status, body } = await edit({ minLevelOrder: 2 });
  expect([status, body.minLevelOrder, areSigned(body)]).toEqual([200, 2, true]);
  expect((await bench.service.as(beginner).get(path)).status).toBe(404);
  await until(() => known().every((visibility) => visibility === 'signed'), 'media has closed the pictures');
  expect((await edit({ minLevelOrder: 3 })).body.minLevelOrder).toBe(3);

  await edit({ minLevelOrder: 1 });
  await until(() => known().every((visibility) => visibility === 'public'), 'media has opened the pictures');
  const open = async () => areOpen((await bench.service.as(beginner).get(path)).body);
  await until(open, 'the addresses are public again');
  expect((await bench.service.as(author).get(path)).body.minLevelOrder).toBe(1);
});

test('addresses expire until media has confirmed that a level was removed, and a failed call is retried', async () => {
  const { author, path, edit, known } = await scene('2');
  bench.media.visibilityRefusal = fail('unavailable');
  const { body } = await edit({ minLevelOrder: 1 });
  expect([body.minLevelOrder, areSigned(body)]).toEqual([1, true]);
  expect(areSigned((await bench.service.as(author).get(path)).body)).toBe(true);
  bench.media.visibilityRefusal = undefined;
  await until(() => known().every((visibility) => visibility === 'public'), 'media was called again');
  await until(async () => areOpen((await bench.service.as(author).get(path)).body), 'the addresses are public');
});

test('editing the text keeps the level, and a new level follows the same rules as at publishing', async () => {
  const { owner, edit } = await scene('2');
  expect((await edit({ content: 'otro' })).body).toMatchObject({ content: 'otro', minLevelOrder: 2 });
  expect((await edit({ minLevelOrder: 4 })).body.code).toBe('level_above_own');
  for (const minLevelOrder of [0, 1.5, '2', null, 1_001])
    expect((await edit({ minLevelOrder })).body.code).toBe('invalid_input');
  expect((await edit({ minLevelOrder: 5 }, owner)).body.minLevelOrder).toBe(5);
});

test('addresses are bound to the visibility of a post, and old ones expire when it shrinks', async () => {
  const { owner, author, path, keys, edit } = await scene('2');
  const versionOf = (post: { images: { url: string }[] }) =>
    Number(new URL(post.images[0]?.url ?? '', 'http://x').searchParams.get('v'));
  const read = async (actor: Actor) => (await bench.service.as(actor).get(path)).body;
  const first = versionOf(await read(author));
  const confirmed = (version: number) =>
    until(() => keys.every((key) => bench.media.visibilities.get(key)?.version === version), 'media has the version');
  expect(versionOf((await edit({ minLevelOrder: 3 })).body)).toBe(first + 1);
  await confirmed(first + 1);
  expect(versionOf((await edit({ minLevelOrder: 2 })).body)).toBe(first + 1);
  expect(versionOf((await edit({ content: 'otro' })).body)).toBe(first + 1);

  await bench.service.as(bench.tribes.addMember(tribeOf(path), { levelOrder: 3 })).post('/reports/post', {
    postId: path.split('/').at(-1),
    reason: 'spam',
  });
  const [found] = (await bench.service.as(owner).get(`/tribes/${tribeOf(path)}/reports`)).body.items;
  const resolve = (action: string) => bench.service.as(owner).post(`/reports/${found.id}/resolve`, { action });
  expect((await resolve('remove')).status).toBe(200);
  await confirmed(first + 2);
  expect((await read(author)).code).toBe('not_found');
});

test('pictures of a tribe have public addresses only while tribes allows it', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { picturesPublic: false });
  const post = await bench.publishPost(owner, id, { content: 'x' }, 1);
  expect(areSigned(post)).toBe(true);
});

test('a post that media refuses does not delay later ones, and is retried', async () => {
  const [first, second] = [await scene(), await scene()];
  for (const key of first.keys) bench.media.refusedVisibilities.add(key);
  for (const { edit } of [first, second]) await edit({ minLevelOrder: 2 });
  await until(() => second.known().every((visibility) => visibility === 'signed'), 'media has closed the second');
  expect(first.known()).toEqual([undefined, undefined]);
  bench.media.refusedVisibilities.clear();
  await until(() => first.known().every((visibility) => visibility === 'signed'), 'media has closed the first, too');
});
