import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('a hundred taps of one user on one post do not delay the reactions of other users', async () => {
  const tribeId = bench.tribes.createTribe(person());
  const [author, busy, other] = [
    bench.tribes.addMember(tribeId),
    bench.tribes.addMember(tribeId),
    bench.tribes.addMember(tribeId),
  ];
  const [post, another] = [await bench.publishPost(author, tribeId), await bench.publishPost(author, tribeId)];
  const like = (actor: typeof busy, { id }: { id: string }) =>
    bench.service.as(actor).post(`/tribes/${tribeId}/posts/${id}/reactions`, { type: 'like' });
  const db = await bench.db();
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length;
  const answered: string[] = [];
  const note = async (who: string, answer: ReturnType<typeof like>) => {
    const { status } = await answer;
    answered.push(`${who} ${status}`);
    return status;
  };
  let all: Promise<number>[] = [];
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('posts').select('id').where('id', '=', post.id).forUpdate().execute();
    all = Array.from({ length: 100 }, () => note('busy', like(busy, post)));
    await until(() => answered.length === 40, 'the taps beyond the limit are refused');
    await until(async () => (await waiting()) === 1, 'one of the taps waits in the database');
    expect((await like(other, another)).status).toBe(200);
    all.push(note('other', like(other, post)));
    await until(async () => (await waiting()) === 2, 'the other user’s like waits in the database');
  });
  const statuses = await Promise.all(all);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect(answered.indexOf('other 200')).toBeLessThan(answered.lastIndexOf('busy 200'));
  // An even number of taps was executed, and each other one removed the like.
  expect((await like(other, post)).body.counts).toEqual({ like: 0, dislike: 0 });
});
