import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { type Kysely, sql } from 'kysely';
import { Members } from '../src/store/members.ts';
import type { TribesDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const many = 10_000;
const perTribe = 100;

test('fellows are found among the newest members of each tribe, however many members there are', async () => {
  const [viewer, owner] = [person(), person()];
  const [first, second] = [await bench.createTribe(owner), await bench.createTribe(owner)];
  await bench.join(first, viewer);
  await bench.join(second, viewer);
  // The tribes share all members but the newest of each; those with an odd number are above the viewer in the first.
  for (const tribeId of [first, second])
    await bench.sql(
      `insert into members (tribe_id, user_id, status, role, level_order, since)
      select $1::integer, 'm' || n, 'active', 'member', case when $1 = $2::integer then 1 + n % 2 else 1 end, now()
      from generate_series(1, $3::integer) as n`,
      [tribeId, first, many],
    );
  await bench.sql('analyze members');

  const read = await (await bench.db()).transaction().execute(async (tx) => {
    // Rows that a parallel worker reads are not counted; those read by an index count there.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
    const before = await countRead(tx);
    const members = new Members(tx);
    const fellows = await members.listFellows(viewer.id, { seesAll: false, excluded: [], perTribe, limit: many });
    return { fellows, rows: (await countRead(tx)) - before };
  });
  const newest = Array.from({ length: perTribe }, (_, index) => many - index);
  expect(read.fellows).toEqual(
    newest.map((n) => {
      const tribeIds = n % 2 === 0 ? [first, second] : [second];
      return { userId: `m${n}`, tribeId: tribeIds[0], tribeIds };
    }),
  );
  // Some are counted for the index and the table.
  expect(read.rows).toBeGreaterThanOrEqual(2 * perTribe);
  expect(read.rows).toBeLessThan(6 * perTribe);
});

test('a large tribe contributes its newest members, and many tribes contribute an equal number each', async () => {
  const viewer = person();
  const owners = Array.from({ length: 8 }, () => person());
  const tribeIds: number[] = [];
  for (const owner of owners) tribeIds.push(await bench.createTribe(owner));
  const [large = 0, ...others] = tribeIds;
  await bench.join(large, viewer);
  await bench.sql(
    `insert into members (tribe_id, user_id, status, role, level_order, since)
    select $1::integer, 'large' || n, 'active', 'member', 1, now() from generate_series(1, 6000) as n`,
    [large],
  );
  const met = async () => {
    const { fellows } = await bench.rpc.listFellows({ viewerId: viewer.id, viewerIsAdmin: false });
    return fellows.map(({ userId }) => userId);
  };
  const inLarge = await met();
  expect(inLarge).toHaveLength(5_000);
  expect([inLarge[0], inLarge.at(-1)]).toEqual(['large6000', 'large1001']);

  for (const tribeId of others) await bench.join(tribeId, viewer);
  const inAll = await met();
  expect(inAll).toEqual(expect.arrayContaining(owners.slice(1).map(({ id }) => id)));
  expect(inAll.filter((userId) => userId.startsWith('large'))).toHaveLength(20_000 / tribeIds.length);
});

/** Rows of members that this connection has read; those of earlier statements may be among them for a second. */
async function countRead(tx: Kysely<TribesDb>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(pg_stat_get_xact_tuples_fetched(oid)
      + case relkind when 'r' then pg_stat_get_xact_tuples_returned(oid) else 0 end)::integer as count
    from pg_class where oid = 'members'::regclass
      or oid in (select indexrelid from pg_index where indrelid = 'members'::regclass)`.execute(tx);
  return rows[0]?.count ?? 0;
}
