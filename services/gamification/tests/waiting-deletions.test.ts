import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { PostDeleted, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { type DeletionRuns, deleteTribe, earn, openDeletionRuns, rowsOfTribe, whileOpen } from './deletion-runs.ts';

let bench: Bench;
let runs: DeletionRuns;
beforeAll(async () => {
  bench = await openBench();
  runs = await openDeletionRuns();
});
afterAll(async () => {
  await bench.close();
  await runs.close();
});

const emptied = { contributions: 0, awards: 0, totals: 0 };

test('a deletion within a deleted tribe takes no lock, and new posts do not wait for it', async () => {
  await bench.publish(TribeDeleted, { tribeId: 901 });
  await bench.settled();
  const postgres = await bench.postgres();
  await whileOpen(
    { postgres },
    (tx) => tx.totals.lockShared(),
    async () => {
      for (const postId of ['first', 'second', 'third'])
        await bench.publish(PostDeleted, PostDeleted.fromPartial({ tribeId: 901, postId, authorId: 'leaver' }));
      await bench.publish(
        PostPublished,
        PostPublished.fromPartial({ tribeId: 902, postId: 'new', authorId: 'writer' }),
      );
      await bench.settled();
      expect((await bench.rpc.getPoints({ userId: 'writer', tribeIds: [] })).total).toBe(5);
    },
  );
});

test("a tribe's points are revoked while others are counted", async () => {
  await earn(runs, { userId: 'one of many', tribeId: 903, posts: 130, likedBy: ['fan'] });
  await whileOpen(
    runs,
    (tx) => tx.totals.lockShared(),
    async () => {
      await deleteTribe(runs, 903);
      expect(await rowsOfTribe(runs, 903)).toEqual({ ...emptied, removals: 1 });
    },
  );
});

/** Resolves when `count` transactions have each waited for a lock in this database. */
async function haveWaited(count: number): Promise<void> {
  const seen = new Set<string>();
  const look = async () => {
    const { rows } = await sql<{ began: string }>`
      select xact_start::text as began from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(runs.postgres.db);
    for (const { began } of rows) seen.add(began);
    return seen.size >= count;
  };
  await until(look, () => `${count} transactions have waited for a lock (${seen.size} have)`);
}

test('a deletion waits for a lock held for long within one attempt of its job', async () => {
  await earn(runs, { userId: 'one of many', tribeId: 904, posts: 130 });
  const impatient = { ...runs, ctx: { ...runs.ctx, timeLimits: { ...runs.ctx.timeLimits, statementMs: 400 } } };
  await whileOpen(
    runs,
    (tx) => tx.totals.lockAll(),
    async (end) => {
      const [deleted] = await Promise.allSettled([deleteTribe(impatient, 904), haveWaited(3).finally(end)]);
      expect(deleted).toMatchObject({ status: 'fulfilled' });
    },
  );
  expect(await rowsOfTribe(runs, 904)).toEqual({ ...emptied, removals: 1 });
});
