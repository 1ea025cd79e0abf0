import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { type Bench, openBench, unknownId } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const visitor = () => bench.service.as(visitorActor());
/** The paths that the page of a post requests. */
const reads = ['', '/comments', '/versions', '/neighbours?kind=reel'];

async function statuses(path: string): Promise<number[]> {
  const answers = await Promise.all(reads.map((read) => visitor().get(path + read)));
  return answers.map(({ status }) => status);
}

test('a visitor reads a post of hominini with its comments, and changes nothing', async () => {
  const [author, writer] = [bench.tribes.addMember(homininiId), bench.tribes.addMember(homininiId)];
  const post = await bench.publishPost(author, homininiId, { content: 'Para todo el mundo' });
  const path = `/tribes/${homininiId}/posts/${post.id}`;
  const comment = (await bench.service.as(writer).post(`${path}/comments`, { content: 'Qué bien' })).body;
  expect(await statuses(path)).toEqual(reads.map(() => 200));
  const { body } = await visitor().get(path);
  expect(body).toMatchObject({ content: 'Para todo el mundo', user: { id: author.id, canMessage: false } });
  expect([body.canEdit, body.canDelete, body.canPin, body.canComment]).toEqual([false, false, false, false]);
  const { items } = (await visitor().get(`${path}/comments`)).body;
  expect(items).toMatchObject([{ content: 'Qué bien', canDelete: false }]);
  const changes = [
    visitor().post(`${path}/comments`, { content: 'Yo también' }),
    visitor().post(`${path}/reactions`, { type: 'like' }),
    visitor().post(`${path}/comments/${comment.id}/reactions`, { type: 'like' }),
    visitor().post('/reports/post', { postId: post.id, reason: 'spam' }),
    visitor().put(path, { content: 'Otro texto' }),
    visitor().delete(path),
  ];
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 401));
});

test('a visitor finds no post of hominini for a level, hidden or deleted, nor one of another tribe under its address', async () => {
  const author = bench.tribes.addMember(homininiId, { levelOrder: 3 });
  const inHominini = (id: string) => `/tribes/${homininiId}/posts/${id}`;
  const forLevel = await bench.publishPost(author, homininiId, { content: unique('texto'), minLevelOrder: '2' });
  const hidden = await bench.publishPost(author, homininiId);
  await (await bench.db())
    .updateTable('posts')
    .set({ hiddenAt: new Date(), hiddenCause: 'reports' })
    .where('id', '=', hidden.id)
    .execute();
  const deleted = await bench.publishPost(author, homininiId);
  await bench.service.as(author).delete(inHominini(deleted.id));
  const owner = person();
  const elsewhere = await bench.publishPost(owner, bench.tribes.createTribe(owner));
  for (const id of [forLevel.id, hidden.id, deleted.id, elsewhere.id, unknownId])
    expect([id, await statuses(inHominini(id))]).toEqual([id, reads.map(() => 404)]);
});

test.each([
  ['a public tribe', {}, 401],
  ['a private tribe', { isPrivate: true }, 401],
  ['an invisible tribe', { isPrivate: true, isInvisible: true }, 404],
])('a visitor reads no post of %s', async (_which, more, status) => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner, more);
  const post = await bench.publishPost(owner, tribeId);
  expect(await statuses(`/tribes/${tribeId}/posts/${post.id}`)).toEqual(reads.map(() => status));
});
