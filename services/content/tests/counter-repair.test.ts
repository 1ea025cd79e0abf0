import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { Comments } from '../src/store/comments.ts';
import { type Bench, openBench } from './bench.ts';
import { commentsOn } from './comments.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const liked = { reactionCounts: { like: 1, dislike: 0 } };

const { scene, write } = commentsOn(() => bench);

/** Returns the number of corrected rows by table. */
async function corrected(): Promise<Record<string, number>> {
  const counter = await bench.service.metrics.registry.getSingleMetric('counters_corrected_total')?.get();
  return Object.fromEntries(counter?.values.map(({ labels, value }) => [labels.table, value]) ?? []);
}

/** Changes the counters of a post as a fault would. */
const damage = async (postId: string, counters: { commentsCount: number; likes?: number; dislikes?: number }) =>
  (await bench.db()).updateTable('posts').set(counters).where('id', '=', postId).execute();

test('wrong counters of posts and comments are counted anew at night, and right ones are not written', async () => {
  const { id, owner, author, post, path, comments } = await scene();
  const client = bench.service.as(author);
  const first = await write(author, comments, 'uno');
  await write(owner, comments, 'dos', first.id);
  const hidden = await write(owner, comments, 'tres');
  for (const target of [path, `${comments}/${first.id}`])
    expect((await client.post(`${target}/reactions`, { type: 'like' })).status).toBe(200);
  const db = await bench.db();
  await db
    .updateTable('comments')
    .set({ hiddenAt: new Date(), hiddenCause: 'reports' })
    .where('id', '=', hidden.id)
    .execute();
  await damage(post.id, { commentsCount: 7, likes: 0, dislikes: 4 });
  await db.updateTable('comments').set({ likes: 9 }).where('id', '=', first.id).execute();
  const right = await bench.publishPost(author, id);
  await write(owner, `/tribes/${id}/posts/${right.id}/comments`, 'bien');
  const version = async () => (await sql`select xmin::text from posts where id = ${right.id}`.execute(db)).rows;
  const before = await version();

  await bench.runJob('repairCounters');
  expect((await client.get(path)).body).toMatchObject({ counts: { comments: 2 }, ...liked });
  const [shown] = (await client.get(comments)).body.items;
  expect(shown).toMatchObject({ id: first.id, ...liked });
  expect(await version()).toEqual(before);
  expect(await corrected()).toEqual({ posts: 1, comments: 1 });
});

test('comments and reactions added while a wrong counter is corrected are counted once', async () => {
  const { owner, author, post, path, comments } = await scene();
  await write(author, comments, 'antes');
  await damage(post.id, { commentsCount: 40, likes: 40 });
  const db = await bench.db();
  const added = { id: crypto.randomUUID(), postId: post.id, authorId: owner.id, parentId: null };
  let concurrent: Promise<unknown> | undefined;
  await db.transaction().execute(async (tx) => {
    await new Comments(tx).insert({ ...added, content: 'durante', createdAt: bench.clock.now() });
    const repair = bench.runJob('repairCounters');
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await waiting.execute(db)).rows.length > 0, 'the job waits for the post');
    const requests = [
      write(owner, comments, 'a la vez'),
      bench.service.as(owner).post(`${path}/reactions`, { type: 'like' }),
    ];
    concurrent = Promise.all([repair, ...requests]);
  });
  await concurrent;
  expect((await bench.service.as(author).get(path)).body).toMatchObject({ counts: { comments: 3 }, ...liked });
});
