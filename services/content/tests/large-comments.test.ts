import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { admin } from '@tribus/community/testing/factories.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { sql } from 'kysely';
import {
  addComments,
  addReactions,
  type LargeBench,
  many,
  openLargeBench,
  portionMax,
  several,
} from './large-tables.ts';
import { threadsOn } from './large-threads.ts';
import { moderationOn } from './moderation.ts';

let bench: LargeBench;
beforeAll(async () => {
  bench = await openLargeBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.allow();
  await bench.forgetStatements();
});

const { as, reportComment, resolve, caseIn } = moderationOn(() => bench);
const { scene, write, commentsOf } = threadsOn(() => bench);

/** Finds one of the replies to a comment. */
async function replyTo(parentId: string): Promise<string> {
  const { id } = await bench.rows
    .selectFrom('comments')
    .select('id')
    .where('parentId', '=', parentId)
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

test('a comment with thousands of replies is deleted and subtracted at once, and its rows in batches afterwards', async () => {
  const { tribeId, owner, author, member, third, post, path, others } = await scene();
  const [root, remaining] = [await write(member, path), await write(third, path)];
  await write(member, path, remaining.id);
  const reported = await write(third, path, root.id);
  expect((await reportComment(member, reported.id)).status).toBe(201);
  const found = await caseIn(tribeId, owner);
  await addComments(bench.rows, many, { postId: post.id, parentId: root.id });
  await addReactions(bench.rows, several, root.id);
  await bench.forgetStatements();
  await bench.refuseAfter('comments', 3_000);
  expect((await as(member).delete(`${path}/comments/${root.id}`)).status).toBe(200);

  expect(await commentsOf(author, path)).toEqual({ counted: 2, listed: 2 });
  await until(async () => (await bench.rowsTouched('comments')) >= 3_000, 'the job was interrupted');
  const reply = await replyTo(root.id);
  for (const response of [
    await as(author).post(`${path}/comments`, { content: 'tarde', parentId: reply }),
    await as(author).post(`${path}/comments/${reply}/reactions`, { type: 'like' }),
    await as(author).delete(`${path}/comments/${reply}`),
    await reportComment(author, reply),
  ])
    expect(response.status).toBe(404);
  const detail = (await as(owner).get(`/reports/${found.id}`)).body;
  expect([detail.objectDeleted, detail.actions.includes('remove')]).toEqual([true, false]);
  const { items: activity } = (await as(author).get('/tribes/@me/activity')).body;
  expect(activity.filter((each: { postId: string }) => each.postId === post.id)).toHaveLength(2);

  await bench.resume();
  await write(member, path);
  await bench.jobsDone();
  expect(await commentsOf(author, path)).toEqual({ counted: 3, listed: 3 });
  expect(await bench.orphans()).toBe(0);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
  const deleted = (await bench.eventsOf(CommentDeleted, tribeId)).map(({ commentId }) => commentId);
  expect(deleted).toHaveLength(many + 2);
  expect(new Set(deleted).size).toBe(many + 2);
  expect((await as(owner).get(`/reports/${found.id}`)).body.objectDeleted).toBe(true);
  expect(await others()).toEqual([2, 2, 1, 2]);
});

test('the comments of a deleted account are deleted in batches, with any number of reactions and replies', async () => {
  const { tribeId, member, third, post, path, others } = await scene();
  const leaver = bench.tribes.addMember(tribeId);
  const [liked, answered, ownThread] = [
    await write(leaver, path),
    await write(leaver, path),
    await write(leaver, path),
  ];
  await write(third, path, answered.id);
  await addComments(bench.rows, several, { postId: post.id, parentId: ownThread.id, authorId: leaver.id });
  await addComments(bench.rows, several, { postId: post.id, authorId: leaver.id });
  await addReactions(bench.rows, many, liked.id);
  await bench.forgetStatements();
  await bench.refuseAfter('comments', 3_000);
  await bench.publish(UserDeleted, { userId: leaver.id });
  await until(async () => (await bench.rowsTouched('comments')) >= 3_000, 'the job was interrupted');
  await bench.resume();
  await bench.jobsDone();
  expect((await as(member).get(`${path}/comments`)).body.items).toMatchObject([
    { id: answered.id, content: '' },
    { userId: third.id, content: 'texto' },
  ]);
  expect(await commentsOf(member, path)).toEqual({ counted: 2, listed: 2 });
  expect(await bench.orphans()).toBe(0);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
  const deleted = (await bench.eventsOf(CommentDeleted, tribeId)).map(({ commentId }) => commentId);
  expect(new Set(deleted).size).toBe(2 * several + 2);
  expect(deleted).toHaveLength(2 * several + 2);
  expect(await others()).toEqual([2, 2, 1, 2]);
});

test('a comment is hidden and shown with thousands of replies, except replies that are hidden themselves', async () => {
  const { tribeId, owner, author, member, third, post, path } = await scene();
  const [root, remaining] = [await write(member, path), await write(third, path)];
  const [bad, good] = [await write(third, path, root.id), await write(third, path, root.id)];
  const shown = several + 4;
  await addComments(bench.rows, several, { postId: post.id, parentId: root.id });
  const remove = async (commentId: string) => {
    expect((await reportComment(author, commentId)).status).toBe(201);
    const found = await caseIn(tribeId, owner);
    const removal = { reason: 'harassment', message: 'no' };
    expect((await resolve(owner, found.id, 'remove', removal)).status).toBe(200);
    return found.id;
  };
  await bench.forgetStatements();
  await remove(bad.id);
  expect(await commentsOf(author, path)).toEqual({ counted: shown - 1, listed: shown - 1 });
  const caseId = await remove(root.id);
  expect(await commentsOf(author, path)).toEqual({ counted: 1, listed: 1 });
  for (const id of [good.id, bad.id])
    expect((await as(author).post(`${path}/comments/${id}/reactions`, { type: 'like' })).status).toBe(404);
  expect(await bench.mostRows()).toBe(1);

  await sql`update comments set hidden_at = now(), hidden_cause = 'parent'
    where parent_id = ${root.id}::uuid and hidden_at is null`.execute(bench.rows);
  await bench.forgetStatements();
  expect((await as(member).post(`/reports/decisions/${caseId}/appeal`, { text: 'No' })).status).toBe(200);
  expect((await resolve(admin, caseId, 'overturn')).status).toBe(200);
  expect(await commentsOf(author, path)).toEqual({ counted: shown - 1, listed: shown - 1 });
  expect((await as(author).post(`${path}/comments/${good.id}/reactions`, { type: 'like' })).status).toBe(200);
  expect((await as(author).post(`${path}/comments/${bad.id}/reactions`, { type: 'like' })).status).toBe(404);
  expect((await as(author).delete(`${path}/comments/${root.id}`)).status).toBe(200);
  expect(await commentsOf(author, path)).toEqual({ counted: 1, listed: 1 });
  expect(remaining.id).toBe((await as(author).get(`${path}/comments`)).body.items[0].id);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
  await bench.jobsDone();
});
