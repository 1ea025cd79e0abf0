import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import { sql } from 'kysely';
import { Totals } from '../src/store/totals.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const publish = async ({ id }: Actor, tribeId: number) => {
  const post = { tribeId, postId: unique('post'), authorId: id };
  await bench.publish(PostPublished, PostPublished.fromPartial(post));
};
const pointsIn = async (actor: Actor, ...tribeIds: number[]) =>
  (await bench.rpc.getPoints({ userId: actor.id, tribeIds })).byTribe.map(({ points }) => points);

/** Changes a user's total in a tribe as a fault would. */
const damage = async ({ id }: Actor, tribeId: number, points: number) =>
  (await bench.db())
    .updateTable('totals')
    .set({ points })
    .where('userId', '=', id)
    .where('tribeId', '=', tribeId)
    .execute();

test("a user's points equal the sum of their ledger again after a night, in each tribe and in all", async () => {
  const [ana, leo] = [person(), person()];
  for (const tribeId of [100, 101]) await publish(ana, tribeId);
  await publish(ana, 101);
  await publish(leo, 100);
  await bench.settled();
  await damage(ana, 100, 99);
  await damage(ana, 101, 0);
  const db = await bench.db();
  const version = async () => (await sql`select xmin::text from totals where user_id = ${leo.id}`.execute(db)).rows;
  const before = await version();

  await bench.runJob('repairCounters');
  expect(await pointsIn(ana, 100, 101)).toEqual([5, 10]);
  expect((await bench.service.as(ana).get('/gamification/me')).body.points).toBe(15);
  expect(await version()).toEqual(before);
  const counter = await bench.service.metrics.registry.getSingleMetric('counters_corrected_total')?.get();
  expect(counter?.values).toMatchObject([{ labels: { table: 'totals' }, value: 2 }]);
  const lines = bench.service.logged.map((line) => JSON.parse(line)).filter(({ table }) => table === 'totals');
  expect(lines).toMatchObject([{ table: 'totals', rows: 2 }]);
  expect(JSON.stringify(lines)).not.toContain(ana.id);
});

test('points earned while a wrong total is corrected are counted once', async () => {
  const ana = person();
  await publish(ana, 100);
  await bench.settled();
  await damage(ana, 100, 70);
  const db = await bench.db();
  let repair: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    const line = { id: crypto.randomUUID(), userId: ana.id, tribeId: 100, points: 2, createdAt: bench.clock.now() };
    await tx
      .insertInto('ledger')
      .values({ ...line, cause: 'comment', causeId: unique('comment'), postId: null })
      .execute();
    await sql`update totals set points = points + 2 where user_id = ${ana.id}`.execute(tx);
    repair = bench.runJob('repairCounters');
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await waiting.execute(db)).rows.length > 0, 'the job waits for the total');
    await publish(ana, 100);
  });
  await repair;
  await bench.settled();
  expect(await pointsIn(ana, 100)).toEqual([12]);
});

test('totals are compared in portions of any size, each of them once', async () => {
  const ana = person();
  for (let tribeId = 200; tribeId < 207; tribeId += 1) await publish(ana, tribeId);
  await bench.settled();
  for (const tribeId of [200, 203, 206]) await damage(ana, tribeId, tribeId);

  const totals = new Totals(await bench.db());
  const found: number[] = [];
  for (let page = await totals.compare(2); page.length > 0; page = await totals.compare(2, page.at(-1))) {
    const ofAna = page.filter(({ userId }) => userId === ana.id);
    found.push(...ofAna.filter(({ difference }) => difference !== 0).map(({ tribeId }) => tribeId));
  }
  expect(found).toEqual([200, 203, 206]);
});
