import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { KyselyPlugin } from 'kysely';
import { tribesPerUser } from '../limits.ts';
import { Counters } from '../src/store/counters.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const shownCount = async (viewer: Actor, tribeId: number): Promise<number> =>
  (await bench.service.as(viewer).get(`/tribes/${tribeId}`)).body.membersCount;

/** Changes the member count of a tribe as a fault would. */
const damage = (tribeId: number, by: number) =>
  bench.sql('update tribes set members_count = members_count + $2 where id = $1', [tribeId, by]);

/** Returns the number of corrected rows by table. */
async function corrected(): Promise<Record<string, number>> {
  const counter = await bench.service.metrics.registry.getSingleMetric('counters_corrected_total')?.get();
  return Object.fromEntries(counter?.values.map(({ labels, value }) => [labels.table, value]) ?? []);
}

/** Returns the log lines about corrected rows of a table. */
const linesAbout = (table: string) =>
  bench.service.logged.map((line) => JSON.parse(line)).filter((line) => line.table === table);

/** Adds members as a fault would, without counting them; half of their ids are less than the ids of other users. */
const addUncounted = (tribeId: number, count: number) =>
  bench.sql(
    `insert into members (tribe_id, user_id, status, role, level_order, since)
      select $1, case n % 2 when 0 then '!' else '~' end || n, 'active', 'member', 1, now() from generate_series(1, $2::integer) as n`,
    [tribeId, count],
  );

test('a tribe shows its number of active members again after a night, whichever way the count was wrong', async () => {
  const [owner, member, applicant] = [person(), person(), person()];
  const [high, low, right] = [
    await bench.createTribe(owner),
    await bench.createTribe(owner),
    await bench.createTribe(owner),
  ];
  await bench.join(high, member);
  const asking = await bench.createTribe(person(), { requiresApproval: true });
  await bench.service.as(applicant).post(`/tribes/${asking}/join-request`);
  await damage(high, 5);
  await damage(low, -1);
  await damage(asking, 1);
  const version = () => bench.sql('select xmin::text from tribes where id = $1', [right]);
  const before = await version();

  await bench.runJob('repairCounters');
  expect(await Promise.all([high, low, asking, right].map((id) => shownCount(owner, id)))).toEqual([2, 1, 1, 1]);
  expect(await version()).toEqual(before);
  expect(await corrected()).toEqual({ tribes: 3, owners: 0 });
  expect(linesAbout('tribes')).toMatchObject([{ table: 'tribes', rows: 3, ids: [high, low, asking] }]);
});

test('a user whose number of owned tribes was too high can create a tribe after a night', async () => {
  const owner = person();
  await bench.createTribe(owner);
  await bench.sql('update owners set tribes = $2 where user_id = $1', [owner.id, tribesPerUser]);
  const create = (name: string) => bench.service.as(owner).post('/tribes', { name });
  expect((await create('Antes de la noche')).body.code).toBe('tribe_limit');
  await bench.runJob('repairCounters');
  expect((await create('Después de la noche')).status).toBe(201);
  const lines = linesAbout('owners');
  expect(lines).toMatchObject([{ rows: 1 }]);
  expect(JSON.stringify(lines)).not.toContain(owner.id);
});

test('a member who joins while the count is corrected is counted once', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  await damage(id, 40);
  let concurrent: Promise<unknown> | undefined;
  await bench.transaction(async (run) => {
    await run(`insert into members (tribe_id, user_id, status, role, level_order, since)
      values (${id}, 'joining', 'active', 'member', 1, now())`);
    await run(`update tribes set members_count = members_count + 1 where id = ${id}`);
    const repair = bench.runJob('repairCounters');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await bench.sql(waiting)).length > 0, 'the job waits for the tribe');
    concurrent = Promise.all([repair, bench.join(id, person())]);
  });
  await concurrent;
  expect(await shownCount(owner, id)).toBe(3);
});

test('members join and leave while those of a large tribe are counted in portions, and none is lost', async () => {
  const [owner, leaving] = [person(), person()];
  const id = await bench.createTribe(owner);
  const next = await bench.createTribe(owner);
  await bench.join(id, leaving);
  await addUncounted(id, 25);
  await damage(next, 1);
  let portions = 0;
  // Between two portions one member joins, and once one leaves.
  const betweenPortions: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!result.rows.some((row) => 'active' in row)) return result;
      portions += 1;
      await bench.join(id, person());
      if (portions === 2) await bench.service.as(leaving).post(`/tribes/${id}/leave`);
      return result;
    },
  };
  const counters = new Counters((await bench.db()).withPlugin(betweenPortions), { membersAtOnce: 4 });
  const compared = await counters.compareTribes(2, id - 1);
  expect(portions).toBeGreaterThan(6);
  expect(compared).toEqual([
    { id, difference: 25, isWrong: true },
    { id: next, difference: -1, isWrong: true },
  ]);
  for (const tribe of compared) await counters.correctTribe(tribe);
  expect(await shownCount(owner, id)).toBe(1 + 25 + portions);
  expect(await shownCount(owner, next)).toBe(1);
});
