import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { recordTouchedRows } from '@tribus/kit/testing/touched-rows.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';
import { whileOpen } from './deletion-runs.ts';

/** More than one event revokes, and more than one portion of a job deletes. */
const many = 12_000;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

interface Contributions {
  kind: 'post' | 'like';
  tribeId: number;
  /** SQL over `n`, from 1 to `many`. */
  userId: string;
  postId: string;
  giverId?: string;
}

/** Stores contributions of one day and their points. */
async function contribute({ kind, tribeId, userId, postId, giverId = 'null' }: Contributions): Promise<void> {
  const db = await bench.db();
  await sql`
    insert into contributions (kind, id, user_id, tribe_id, post_id, giver_id, day, balance)
    select ${kind}, ${unique('facts')} || n, ${sql.raw(userId)}, ${tribeId}, ${sql.raw(postId)}, ${sql.raw(giverId)},
      '2026-01-01', 1 from generate_series(1, ${many}) as n`.execute(db);
  await sql`
    insert into totals (user_id, tribe_id, points)
    select user_id, tribe_id, case ${kind} when 'post' then 5 * least(10, count(*)) else least(50, count(*)) end
    from contributions where tribe_id = ${tribeId} group by user_id, tribe_id`.execute(db);
}

/** Returns a tribe's remaining contributions and points, and the number of users who lost some. */
async function leftIn(tribeId: number) {
  const { rows } = await sql<{ contributions: number; points: number; lines: number; people: number }>`
    select (select count(*)::integer from contributions where tribe_id = ${tribeId}) as contributions,
      (select sum(points)::integer from totals where tribe_id = ${tribeId}) as points,
      (select sum(points)::integer from ledger where tribe_id = ${tribeId}) as lines,
      (select count(distinct user_id)::integer from ledger where tribe_id = ${tribeId}) as people`.execute(
    await bench.db(),
  );
  return rows[0];
}

test('a deleted tribe of thousands leaves no points, and each member a ledger line for it', async () => {
  const touchedRows = await recordTouchedRows(await bench.db(), ['contributions', 'totals']);
  await contribute({ kind: 'post', tribeId: 801, userId: "'author' || n % 3000", postId: "'post' || n" });
  expect(await leftIn(801)).toMatchObject({ contributions: many, points: 3_000 * 20 });
  await bench.publish(TribeDeleted, { tribeId: 801 });
  await bench.settled();
  expect(await leftIn(801)).toEqual({ contributions: 0, points: 0, lines: -3_000 * 20, people: 3_000 });
  expect(Math.max(...(await touchedRows()))).toBeLessThanOrEqual(1_000);
});

test('a deleted post with thousands of likes revokes all of their points', async () => {
  const likes = { kind: 'like', userId: "'popular'", postId: "'liked'", giverId: "'fan' || n" } as const;
  await contribute({ ...likes, tribeId: 802 });
  expect(await leftIn(802)).toMatchObject({ contributions: many, points: 50 });
  await bench.publish(PostDeleted, PostDeleted.fromPartial({ tribeId: 802, postId: 'liked', authorId: 'popular' }));
  await bench.settled();
  expect(await leftIn(802)).toEqual({ contributions: 0, points: 0, lines: -50, people: 1 });
});

test('a deleted account revokes each of thousands of likes it gave', async () => {
  const likes = { kind: 'like', userId: "'receiver' || n", postId: "'their post' || n", giverId: "'giver'" } as const;
  await contribute({ ...likes, tribeId: 803 });
  expect(await leftIn(803)).toMatchObject({ contributions: many, points: many });
  await bench.publish(UserDeleted, { userId: 'giver' });
  await bench.settled();
  expect(await leftIn(803)).toEqual({ contributions: 0, points: 0, lines: -many, people: many });
});

/** Resolves when a transaction in this database waits for another to end. */
async function lockIsAwaited(): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const db = await bench.db();
  await until(async () => (await waiting.execute(db)).rows.length > 0, 'a transaction waits');
}

test('a deleted post loses all of its likes when one is removed concurrently', async () => {
  const likes = { kind: 'like', userId: "'beloved'", postId: "'contested'", giverId: "'fan' || n" } as const;
  await contribute({ ...likes, tribeId: 804 });
  const postgres = await bench.postgres();
  // A contribution in the first portion of the deletion.
  const takeOne = sql`
    delete from contributions where ctid = (
      select ctid from contributions where post_id = 'contested' order by user_id, tribe_id, kind, day limit 1
    )`;
  await whileOpen(
    { postgres },
    (_tx, db) => takeOne.execute(db),
    async (end) => {
      await bench.deliver(
        bench.record(PostDeleted, PostDeleted.fromPartial({ tribeId: 804, postId: 'contested', authorId: 'beloved' })),
      );
      await lockIsAwaited();
      end();
      await bench.settled();
    },
  );
  expect(await leftIn(804)).toEqual({ contributions: 0, points: 0, lines: -50, people: 1 });
});
