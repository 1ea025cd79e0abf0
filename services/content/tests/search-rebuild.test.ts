import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('a rebuild from nothing finds every post again, as edited, published and deleted meanwhile', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const posts = `/tribes/${tribeId}/posts`;
  const word = unique('palabra').replaceAll('-', '');
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) ids.push((await bench.publishPost(member, tribeId, { content: `${word} ${i}` })).id);
  const find = async (q: string): Promise<string[]> =>
    (await bench.service.as(member).get(`/search?type=posts&q=${q}`)).body.items.map(
      ({ post }: { post: { id: string } }) => post.id,
    );
  const db = await bench.db();
  await sql`delete from post_search`.execute(db);
  expect(await find(word)).toEqual([]);
  const edited = ids.slice(0, 4);
  const deleted = ids.slice(4, 6);
  const [published] = await Promise.all([
    bench.publishPost(member, tribeId, { content: word }),
    runScheduled(db, 'rebuildSearch'),
    ...edited.map((id) => bench.service.as(member).put(`${posts}/${id}`, { content: `nueva${word}` })),
    ...deleted.map((id) => bench.service.as(member).delete(`${posts}/${id}`)),
  ]);
  await bench.jobsDone();
  expect((await find(`nueva${word}`)).toSorted()).toEqual(edited.toSorted());
  expect((await find(word)).toSorted()).toEqual([...ids.slice(6), published.id].toSorted());
});

test('a rebuild waits for an edit that is not committed, and writes its words', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const [before, after] = ['antes', 'tras'].map((each) => unique(each).replaceAll('-', '')) as [string, string];
  const { id } = await bench.publishPost(member, tribeId, { content: before });
  const db = await bench.db();
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%post_search%'`;
  const rebuilt = await db.transaction().execute(async (tx) => {
    await tx.updateTable('posts').set({ content: after }).where('id', '=', id).execute();
    const rebuild = runScheduled(db, 'rebuildSearch');
    await until(async () => (await waiting.execute(db)).rows.length > 0, 'the rebuild waits');
    return { rebuild };
  });
  await rebuilt.rebuild;
  const find = async (q: string) => (await bench.service.as(member).get(`/search?type=posts&q=${q}`)).body.items;
  expect([(await find(before)).length, (await find(after)).length]).toEqual([0, 1]);
});

test('a rebuild replaces words that differ from those of the post', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const word = unique('palabra').replaceAll('-', '');
  const { id } = await bench.publishPost(member, tribeId, { content: word });
  const db = await bench.db();
  await sql`update post_search set document = 'otra' where post_id = ${id}::uuid`.execute(db);
  await runScheduled(db, 'rebuildSearch');
  await bench.jobsDone();
  const { body } = await bench.service.as(member).get(`/search?type=posts&q=${word}`);
  expect(body.items.map(({ post }: { post: { id: string } }) => post.id)).toEqual([id]);
});
