import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { form, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CommentDeleted, PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A tribe with posts of a user who will leave and of one who stays. */
async function scene() {
  const id = bench.tribes.createTribe();
  const [leaver, friend] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const [own, others] = [await bench.publishPost(leaver, id), await bench.publishPost(friend, id)];
  const path = `/tribes/${id}/posts/${others.id}`;
  return { id, leaver, friend, own, others, path };
}

async function comment(actor: Actor, path: string, parentId?: string) {
  bench.clock.advance(1_000);
  const { status, body } = await bench.service
    .as(actor)
    .post(`${path}/comments`, { content: unique('texto'), parentId });
  if (status !== 201) throw new Error(`not written: ${JSON.stringify(body)}`);
  return body;
}

const read = async (actor: Actor, path: string) => (await bench.service.as(actor).get(path)).body;

async function leave(userId: string, isDone: () => Promise<boolean>): Promise<void> {
  await bench.publish(UserDeleted, { userId });
  await until(isDone, 'the content of the account is deleted');
}

test('the posts of a deleted account are deleted with their pictures, and no posts of others', async () => {
  const { id, leaver, friend, own, others, path } = await scene();
  const pictured = await bench.publishPost(leaver, id, undefined, 1);
  await leave(leaver.id, async () => (await read(friend, `/tribes/${id}/posts`)).items.length === 1);
  expect((await read(friend, path)).id).toBe(others.id);
  const deleted = (await bench.eventsOf(PostDeleted, id)).map(({ postId }) => postId);
  expect(new Set(deleted)).toEqual(new Set([own.id, pictured.id]));
});

test('the comments of a deleted account are deleted; a comment with replies loses only its text and author', async () => {
  const { id, leaver, friend, path } = await scene();
  const alone = await comment(leaver, path);
  await comment(leaver, path, alone.id);
  const answered = await comment(leaver, path);
  const reply = await comment(friend, path, answered.id);
  const below = await comment(friend, path);
  const ownReply = await comment(leaver, path, below.id);
  await leave(leaver.id, async () => (await read(friend, `${path}/comments`)).items.length === 3);
  const { items } = await read(friend, `${path}/comments`);
  expect(items.map((item: { id: string; content: string }) => [item.id, item.content])).toEqual([
    [answered.id, ''],
    [reply.id, reply.content],
    [below.id, below.content],
  ]);
  expect((await read(friend, path)).counts.comments).toBe(3);
  const deleted = (await bench.eventsOf(CommentDeleted, id)).map(({ commentId }) => commentId);
  expect(deleted).toEqual(expect.arrayContaining([alone.id, ownReply.id]));
  expect(deleted).not.toContain(answered.id);
});

test('the reactions of a deleted account are no longer counted', async () => {
  const { leaver, friend, path } = await scene();
  const { id: commentId } = await comment(friend, path);
  for (const actor of [leaver, friend]) {
    await bench.service.as(actor).post(`${path}/reactions`, { type: 'like' });
    await bench.service.as(actor).post(`${path}/comments/${commentId}/reactions`, { type: 'dislike' });
  }
  expect((await read(friend, path)).reactionCounts).toEqual({ like: 2, dislike: 0 });
  const commentCounts = async () => (await read(friend, `${path}/comments`)).items[0].reactionCounts;
  await leave(leaver.id, async () => (await commentCounts()).dislike === 1);
  expect(await commentCounts()).toEqual({ like: 0, dislike: 1 });
  expect((await read(friend, path)).reactionCounts).toEqual({ like: 1, dislike: 0 });
});

test('a post is not published when its author’s account is deleted during the upload, and its pictures are deleted', async () => {
  const { id, leaver, friend, others } = await scene();
  bench.media.meanwhile = async () => {
    bench.media.meanwhile = undefined;
    await leave(leaver.id, async () => (await read(friend, `/tribes/${id}/posts`)).items.length === 1);
  };
  const { status } = await bench.service.as(leaver).post(`/tribes/${id}/posts`, form({ content: 'tarde' }, 2));
  expect(status).toBe(401);
  const { items } = await read(friend, `/tribes/${id}/posts`);
  expect(items.map((post: { id: string }) => post.id)).toEqual([others.id]);
  expect(bench.media.left(leaver)).toEqual([]);
});

test('a deleted account cannot write any more, not even repeat an earlier request', async () => {
  const { id, leaver, friend, path } = await scene();
  const { id: commentId } = await comment(friend, path);
  const key = { 'idempotency-key': crypto.randomUUID() };
  const client = bench.service.as(leaver);
  expect((await client.post(`${path}/comments`, { content: 'una vez' }, key)).status).toBe(201);
  await leave(leaver.id, async () => (await read(friend, `/tribes/${id}/posts`)).items.length === 1);
  await until(async () => (await read(friend, path)).counts.comments === 1, 'their comment is deleted');
  const before = await read(friend, path);
  for (const response of [
    await client.post(`/tribes/${id}/posts`, form({ content: 'tarde' })),
    await client.post(`${path}/comments`, { content: 'una vez' }, key),
    await client.post(`${path}/comments`, { content: 'tarde', parentId: commentId }),
    await client.post(`${path}/reactions`, { type: 'like' }),
    await client.post(`${path}/comments/${commentId}/reactions`, { type: 'like' }),
    await client.post(`${path}/view`),
  ])
    expect([response.status, response.body.code]).toEqual([401, 'unauthenticated']);
  expect(await read(friend, path)).toEqual(before);
  expect((await read(friend, `${path}/comments`)).items).toMatchObject([
    { id: commentId, reactionCounts: { like: 0 } },
  ]);
});

test('the number of posts and comments that a deleted account wrote in an hour is deleted', async () => {
  const { leaver, friend, path } = await scene();
  await comment(leaver, path);
  const hours = async (userId: string) =>
    (await bench.db()).selectFrom('hourlyWriting').selectAll().where('userId', '=', userId).execute();
  expect(await hours(leaver.id)).not.toEqual([]);
  await leave(leaver.id, async () => (await hours(leaver.id)).length === 0);
  expect(await hours(friend.id)).not.toEqual([]);
});
