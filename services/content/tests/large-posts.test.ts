import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { CommentDeleted, PostDeleted } from '@tribus/proto/content/v1/events.ts';
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

const { as, reportComment } = moderationOn(() => bench);
const { scene, write, commentsOf } = threadsOn(() => bench);

test('a post with thousands of comments, reactions and views is deleted at once, and its rows in batches afterwards', async () => {
  const { tribeId, author, member, post, path, others } = await scene();
  const first = await write(member, path);
  await write(author, path, first.id);
  await addComments(bench.rows, many, { postId: post.id });
  await addReactions(bench.rows, several, post.id);
  await addReactions(bench.rows, several, first.id);
  await sql`insert into views (post_id, viewer, day)
    select ${post.id}::uuid, 'user' || n, now() from generate_series(1, ${several}) as n`.execute(bench.rows);
  await bench.forgetStatements();
  // The job is interrupted in the middle of the comments.
  await bench.refuseAfter('comments', 3_000);
  expect((await as(author).delete(path)).status).toBe(200);

  expect((await as(member).get(`/tribes/${tribeId}/posts`)).body.items).toHaveLength(1);
  for (const response of [
    await as(member).get(path),
    await as(member).get(`${path}/comments`),
    await as(member).post(`${path}/comments`, { content: 'tarde' }),
    await as(member).post(`${path}/reactions`, { type: 'like' }),
    await as(member).post(`${path}/comments/${first.id}/reactions`, { type: 'like' }),
    await as(member).delete(`${path}/comments/${first.id}`),
    await reportComment(author, first.id),
  ])
    expect(response.status).toBe(404);
  await until(async () => (await bench.rowsTouched('comments')) >= 3_000, 'the job was interrupted');
  expect(await bench.count(`comments where post_id = '${post.id}'`)).toBeGreaterThan(many / 2);

  await bench.resume();
  await bench.jobsDone();
  expect(await bench.orphans()).toBe(0);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
  expect(await bench.rowsTouched('comments')).toBe(many + 2);
  expect(await bench.rowsTouched('reactions')).toBe(2 * several);
  expect(await bench.eventsOf(PostDeleted, tribeId)).toHaveLength(1);
  expect(await bench.eventsOf(CommentDeleted, tribeId)).toEqual([]);
  expect(await others()).toEqual([2, 2, 1, 2]);
});

test('comments, reactions and views concurrent with a deletion leave no rows behind, also with an earlier version', async () => {
  const { author, member, third, post, path, others } = await scene();
  const [root, remaining] = [await write(member, path), await write(third, path)];
  const during = (target: string, parentId: string) =>
    Array.from({ length: 8 }, () => [
      as(third).post(`${path}/comments`, { content: 'a la vez', parentId }),
      as(author).post(`${path}/comments/${target}/reactions`, { type: 'like' }),
      as(third).post(`${path}/reactions`, { type: 'like' }),
      as(third).post(`${path}/view`),
    ]).flat();
  const [removed, ...rest] = await Promise.all([
    as(member).delete(`${path}/comments/${root.id}`),
    ...during(root.id, root.id),
  ]);
  expect(removed?.status).toBe(200);
  expect(rest.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([]);
  await bench.jobsDone();
  expect(await bench.orphans()).toBe(0);
  expect(await commentsOf(author, path)).toEqual({ counted: 1, listed: 1 });
  const [deleted] = await Promise.all([as(author).delete(path), ...during(remaining.id, remaining.id)]);
  expect(deleted?.status).toBe(200);
  await bench.jobsDone();
  expect(await bench.orphans()).toBe(0);
  expect(await bench.count(`comments where post_id = '${post.id}'`)).toBe(0);
  const late = sql`insert into comments (id, post_id, author_id, content, created_at)
    values (gen_random_uuid(), ${post.id}::uuid, 'x', 'x', now())`;
  await expect(late.execute(bench.rows)).rejects.toMatchObject({ code: '23503' });

  // An earlier version enqueues no job, because it relied on cascades.
  const before = await bench.publishPost(author, bench.tribes.createTribe(author));
  await addComments(bench.rows, 3, { postId: before.id });
  await addReactions(bench.rows, 3, before.id);
  await sql`delete from posts where id = ${before.id}::uuid`.execute(bench.rows);
  expect(await bench.orphans()).toBeGreaterThan(0);
  await bench.runJob('deleteOrphans');
  expect(await bench.orphans()).toBe(0);
  expect(await others()).toEqual([2, 2, 1, 2]);
});
