import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, type FormFields, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { mutedWordsScanMax } from '../limits.ts';
import { type Bench, openBench, unknownId } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, resolve, caseIn } = moderationOn(() => bench);

let owner: Actor;
let author: Actor;
let viewer: Actor;
let tribeId: number;
beforeEach(() => {
  owner = person();
  tribeId = bench.tribes.createTribe(owner);
  [author, viewer] = [1, 1].map((levelOrder) => bench.tribes.addMember(tribeId, { levelOrder })) as [Actor, Actor];
});

const publish = async (by: Actor, fields: FormFields): Promise<string> =>
  (await bench.publishPost(by, tribeId, fields)).id;
const clip = (by: Actor = author, fields: FormFields = {}) =>
  publish(by, { kind: 'reel', videos: [randomUUID()], ...fields });

const pathOf = (id: string, kind = 'reel') => `/tribes/${tribeId}/posts/${id}/neighbours${kind && `?kind=${kind}`}`;
/** The ids of the posts before and after a post. */
async function around(id: string, by: Actor = viewer, kind?: string): Promise<[string | null, string | null]> {
  const { status, body } = await as(by).get(pathOf(id, kind));
  expect(status).toBe(200);
  return [body.newer?.id ?? null, body.older?.id ?? null];
}

test('the neighbours of a clip are the next newer and older clips, past other kinds, up to both ends', async () => {
  const first = await clip();
  await publish(author, { content: 'un texto' });
  const second = await clip();
  const third = await clip();
  await publish(author, { content: 'otro texto' });
  expect(await around(first)).toEqual([second, null]);
  expect(await around(second)).toEqual([third, first]);
  expect(await around(third)).toEqual([null, second]);
  const { body } = await as(viewer).get(pathOf(second));
  expect([body.newer, body.older]).toEqual([
    (await as(viewer).get(`/tribes/${tribeId}/posts/${third}`)).body,
    (await as(viewer).get(`/tribes/${tribeId}/posts/${first}`)).body,
  ]);
});

test('without a kind all posts are neighbours, in the order of their times even when one is pinned', async () => {
  const [first, text, last] = [await clip(), await publish(author, { content: 'un texto' }), await clip()];
  expect((await as(owner).put(`/tribes/${tribeId}/posts/${first}/pin`, { pinned: true })).status).toBe(200);
  expect(await around(first, viewer, '')).toEqual([text, null]);
  expect(await around(last, viewer, '')).toEqual([null, text]);
  expect(await around(text)).toEqual([last, first]);
  expect(outcomeOf(await as(viewer).get(pathOf(text, 'nada')))).toMatchObject({ status: 400 });
});

test('clips published at the same time are each reached once', async () => {
  const ids = [await clip(), await clip(), await clip()].sort();
  await (await bench.db()).updateTable('posts').set({ createdAt: bench.clock.now() }).where('id', 'in', ids).execute();
  const [lowest = '', middle = '', highest = ''] = ids;
  expect(await around(highest)).toEqual([null, middle]);
  expect(await around(middle)).toEqual([highest, lowest]);
  expect(await around(lowest)).toEqual([middle, null]);
});

test('a clip that is deleted, hidden, or above the level of the viewer is no neighbour', async () => {
  const [first, deleted, hidden, middle] = [await clip(), await clip(), await clip(), await clip()];
  const bound = await clip(owner, { minLevelOrder: '2' });
  const last = await clip();
  expect(await around(middle)).toEqual([last, hidden]);
  await as(author).delete(`/tribes/${tribeId}/posts/${deleted}`);
  await report(viewer, hidden);
  await resolve(owner, (await caseIn(tribeId, owner)).id, 'hide');
  expect(await around(middle)).toEqual([last, first]);
  expect(await around(middle, author)).toEqual([last, hidden]);
  expect(await around(middle, owner)).toEqual([bound, hidden]);
  expect(await around(middle, bench.tribes.addMember(tribeId, { levelOrder: 2 }))).toEqual([bound, first]);
  for (const id of [deleted, hidden, bound, unknownId, 'no-es-un-id'])
    expect(outcomeOf(await as(viewer).get(pathOf(id)))).toMatchObject({ status: 404, code: 'not_found' });
});

test('clips of blocked and muted people, with a muted tag or a muted word, are skipped, except one’s own', async () => {
  const [blocked, muted] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  bench.identity.block(viewer.id, blocked.id);
  bench.identity.mute(viewer.id, {
    mutedWords: ['ruido'],
    mutedTags: ['futbol'],
    muted: [{ userId: muted.id, tribeId: 0 }],
  });
  const own = await clip(viewer, { content: 'mi ruido' });
  const first = await clip();
  await clip(blocked);
  await clip(muted);
  const middle = await clip();
  await clip(author, { content: 'todo el ruido' });
  await clip(author, { tags: 'futbol' });
  const last = await clip();
  expect(await around(middle)).toEqual([last, first]);
  expect(await around(first)).toEqual([middle, own]);
});

test('behind more muted clips than one request may scan there is no neighbour', async () => {
  const middle = await clip();
  bench.identity.mute(viewer.id, { mutedWords: ['ruido'] });
  const db = await bench.db();
  const row = await db.selectFrom('posts').selectAll().where('id', '=', middle).executeTakeFirstOrThrow();
  const at = (seconds: number) => new Date(row.createdAt.getTime() + seconds * 1_000);
  const loud = Array.from({ length: mutedWordsScanMax + 100 }, (_, index) => ({
    ...row,
    id: randomUUID(),
    content: 'ruido',
    images: '[]',
    videos: JSON.stringify(row.videos),
    videoLinks: JSON.stringify(row.videoLinks),
    createdAt: at(index + 1),
  }));
  await db.insertInto('posts').values(loud).execute();
  expect(await around(middle)).toEqual([null, null]);
});

test('a viewer who may not read the tribe gets no neighbours, and those in hominini are public', async () => {
  const id = await clip();
  expect(outcomeOf(await as(person()).get(pathOf(id)))).toEqual({ status: 403, code: 'membership_required' });
  expect((await bench.service.as().get(pathOf(id))).status).toBe(401);
  expect((await as(admin).get(pathOf(id))).status).toBe(200);
  tribeId = homininiId;
  author = bench.tribes.addMember(homininiId);
  const [one, other] = [await clip(), await clip()];
  const { status, body } = await bench.service.as().get(pathOf(one));
  expect([status, body.newer.id, body.older]).toEqual([200, other, null]);
});
