import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommentDeleted, ContentHidden, ContentShown, PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, reportComment, caseIn, resolve, reportedPost } = moderationOn(() => bench);

test('the events of a hidden, shown and deleted post contain its level, and whether it was hidden before', async () => {
  const { tribeId, officer, author, post, path, found } = await reportedPost();
  const about = { postId: post.id, minLevelOrder: 1 };
  expect((await resolve(officer, found.id, 'hide')).status).toBe(200);
  expect((await as(author).put(path, { content: 'otra cosa' })).status).toBe(200);
  expect((await resolve(officer, found.id, 'hide')).status).toBe(200);
  expect((await as(author).delete(path)).status).toBe(200);
  const hidden = { ...about, cause: 'moderator', wasHidden: false };
  expect(await bench.eventsOf(ContentHidden, tribeId)).toMatchObject([hidden, hidden]);
  expect(await bench.eventsOf(ContentShown, tribeId)).toMatchObject([about]);
  expect(await bench.eventsOf(PostDeleted, tribeId)).toMatchObject([{ ...about, wasHidden: true }]);
});

test('the event of a removed post states that reports had hidden it before', async () => {
  const { tribeId, officer, post, found } = await reportedPost();
  for (let reporters = 0; reporters < 4; reporters += 1) await report(bench.tribes.addMember(tribeId), post.id);
  expect((await resolve(officer, found.id, 'remove', { reason: 'spam' })).status).toBe(200);
  expect(await bench.eventsOf(ContentHidden, tribeId)).toMatchObject([
    { cause: 'reports', wasHidden: false },
    { cause: 'removed', wasHidden: true },
  ]);
});

test('the events of a hidden and a deleted comment contain the level and the author of its post', async () => {
  const { tribeId, officer, author, member, reporter, post, path, found } = await reportedPost();
  await resolve(officer, found.id, 'keep');
  await as(member).post(`${path}/comments`, { content: 'feo' });
  await as(member).post(`${path}/comments`, { content: 'bonito' });
  const [ugly, nice] = (await as(member).get(`${path}/comments`)).body.items;
  await reportComment(reporter, ugly.id);
  expect((await resolve(officer, (await caseIn(tribeId, officer)).id, 'remove')).status).toBe(200);
  expect((await as(member).delete(`${path}/comments/${nice.id}`)).status).toBe(200);
  const changed = { postId: post.id, postAuthorId: author.id, authorId: member.id, minLevelOrder: 1 };
  const removed = { ...changed, commentId: ugly.id, wasHidden: false };
  expect(await bench.eventsOf(ContentHidden, tribeId)).toMatchObject([removed]);
  expect(await bench.eventsOf(CommentDeleted, tribeId)).toMatchObject([{ ...changed, commentId: nice.id }]);
});
