import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type FormFields, form, person } from '@tribus/community/testing/factories.ts';
import { type Actor, serviceActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { altMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, caseIn } = moderationOn(() => bench);

let owner: Actor;
let author: Actor;
let tribeId: number;
beforeEach(() => {
  owner = person();
  tribeId = bench.tribes.createTribe(owner);
  author = bench.tribes.addMember(tribeId);
});

const send = (fields: FormFields, images: number, headers = {}) =>
  as(author).post(`/tribes/${tribeId}/posts`, form(fields, images), headers);
const altsOf = (post: { images: { alt: string }[] }) => post.images.map(({ alt }) => alt);

test('the pictures of a post show the alternative texts of its author, in their order, also after an edit', async () => {
  const alts = ['Dos niños en un río', '', '  <b>Un «perro»</b>\ny su sombra  '];
  const shown = ['Dos niños en un río', '', '<b>Un «perro»</b>\ny su sombra', ''];
  const { status, body } = await send({ content: 'Verano', alts }, 4);
  expect([status, altsOf(body)]).toEqual([201, shown]);
  const path = `/tribes/${tribeId}/posts/${body.id}`;
  expect(altsOf((await as(author).put(path, { content: 'Invierno', minLevelOrder: 1 })).body)).toEqual(shown);
  expect(altsOf((await as(owner).get(path)).body)).toEqual(shown);
  expect(altsOf((await as(owner).get(`/tribes/${tribeId}/posts`)).body.items[0])).toEqual(shown);
  expect(altsOf((await as(owner).get(`/user/posts?userId=${author.id}`)).body.posts[0])).toEqual(shown);
  expect(altsOf((await send({ content: 'Sin textos' }, 1)).body)).toEqual(['']);
});

test('a text that is too long or has no picture is an error, and nothing is published', async () => {
  const codeOf = async (alts: string[], images: number) => (await send({ content: 'x', alts }, images)).body.code;
  expect(await codeOf(['y'.repeat(altMax + 1)], 1)).toBe('alt_length');
  expect(await codeOf(['uno', 'dos'], 1)).toBe('too_many_alts');
  expect(await codeOf(['uno'], 0)).toBe('too_many_alts');
  expect((await as(owner).get(`/tribes/${tribeId}/posts`)).body.items).toEqual([]);
  expect(bench.media.left(author)).toEqual([]);
  const { body } = await send({ content: 'x', alts: ['y'.repeat(altMax), ''] }, 1);
  expect(altsOf(body)).toEqual(['y'.repeat(altMax)]);
});

test('a repeated request with other texts is not the same request', async () => {
  const headers = { 'idempotency-key': 'una-clave' };
  const first = await send({ alts: ['uno'] }, 1, headers);
  expect((await send({ alts: ['uno'] }, 1, headers)).body.id).toBe(first.body.id);
  expect((await send({ alts: ['dos'] }, 1, headers)).status).toBe(409);
});

test('moderators see the texts with a reported post, and the author exports them', async () => {
  const { body: post } = await send({ content: 'x', alts: ['', 'Un cartel'] }, 2);
  expect((await as(owner).post('/reports/post', { postId: post.id, reason: 'spam' })).status).toBe(201);
  const found = await caseIn(tribeId, owner);
  expect(altsOf((await as(owner).get(`/reports/${found.id}`)).body)).toEqual(['', 'Un cartel']);
  const exported = async () => {
    const about = { userId: author.id, area: 'posts', cursor: '' };
    const { records } = await bench.rpc.exportPersonalData(about, { actor: serviceActor('identity') });
    return records.map((record) => JSON.parse(record));
  };
  const key = bench.media.uploads.at(-1)?.key;
  expect(await exported()).toMatchObject([{ id: post.id, alts: [{ picture: key, text: 'Un cartel' }] }]);
});

test('the text of a lost picture stays', async () => {
  bench.media.keepingRefused = Number.POSITIVE_INFINITY;
  const { body: post } = await send({ alts: ['Una barca'] }, 1);
  bench.media.swept.set(bench.media.uploads.at(-1)?.key ?? '', 0);
  bench.media.keepingRefused = 0;
  const read = async () => (await as(author).get(`/tribes/${tribeId}/posts/${post.id}`)).body.images[0];
  await until(async () => (await read()).lost, 'the picture is marked as lost');
  expect(await read()).toMatchObject({ url: '', alt: 'Una barca' });
});
