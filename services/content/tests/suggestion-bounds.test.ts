import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { sql, type Transaction } from 'kysely';
import {
  recentPostsMax,
  recentPostsPerAuthor,
  recentPostsPerTribe,
  recentPostsRead,
  suggestionCandidates,
} from '../limits.ts';
import { Discovery } from '../src/store/discovery.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const many = 10_000;

test('suggestions read only the newest posts of the viewer’s tribes, however many posts there are', async () => {
  const [own, other] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const viewer = bench.tribes.addMember(own);
  const db = await bench.db();
  await sql`
    insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
    select gen_random_uuid(), case when n % 2 = 0 then ${own}::integer else ${other}::integer end, 'autor' || n,
      'post', '', '[]', 0, array['tag' || n % 7], 1, ${bench.clock.now()}::timestamptz - make_interval(secs => n)
    from generate_series(1, ${many}::integer) as n`.execute(db);
  await sql`analyze posts`.execute(db);

  const read = await db.transaction().execute(async (tx) => {
    // Rows that a parallel worker reads are not counted; those read by an index count there.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
    const before = await countRead(tx);
    const posts = await new Discovery(tx).listRecent({
      viewerId: viewer.id,
      tribes: [{ id: own, maxLevel: 1, moderates: false }],
      leftOut: [],
      mutedTags: ['futbol'],
      since: new Date(0),
      withContent: true,
      read: recentPostsRead,
      perAuthor: recentPostsPerAuthor,
      perTribe: recentPostsPerTribe,
      limit: recentPostsMax,
    });
    return { posts: posts.length, rows: (await countRead(tx)) - before };
  });
  expect(read.posts).toBe(recentPostsPerTribe);
  // Some are counted for the index and the table.
  expect(read.rows).toBeGreaterThanOrEqual(recentPostsRead);
  expect(read.rows).toBeLessThan(3 * recentPostsRead);
  const { body } = await bench.service.as(viewer).get('/discover/tags');
  expect(body.items).toHaveLength(7);
});

test('suggestions come from the newest thousand posts of all tribes of the viewer', async () => {
  const viewer = person();
  const tribeIds = Array.from({ length: recentPostsMax / recentPostsPerTribe + 1 }, () => bench.tribes.createTribe());
  for (const tribeId of tribeIds) bench.tribes.setMembership(tribeId, viewer);
  await sql`
    insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
    select gen_random_uuid(), tribe_id, 'autor' || tribe_id || '-' || n, 'post', '', '[]', 0, array['todas'], 1,
      ${bench.clock.now()}::timestamptz - make_interval(secs => n)
    from unnest(${tribeIds}::integer[]) as tribe_id, generate_series(1, ${recentPostsPerTribe}::integer) as n`.execute(
    await bench.db(),
  );
  const { body } = await bench.service.as(viewer).get('/discover/tags');
  expect(body.items).toMatchObject([{ tag: 'todas', reason: { kind: 'popular', people: recentPostsMax } }]);
});

test('fifty people are examined, and nobody behind them is suggested', async () => {
  const suggestedAmong = async (sanctioned: number) => {
    const tribeId = bench.tribes.createTribe(person('gone-owner'));
    const viewer = bench.tribes.addMember(tribeId);
    for (let count = 0; count < sanctioned; count += 1)
      bench.identity.sanctioned.add(bench.tribes.addMember(tribeId).id);
    const last = bench.tribes.addMember(tribeId);
    const { body } = await bench.service.as(viewer).get('/discover/people');
    return body.items.map(({ user }: { user: { id: string } }) => user.id === last.id);
  };
  // The owner is deleted and comes first.
  expect(await suggestedAmong(suggestionCandidates - 2)).toEqual([true]);
  expect(await suggestedAmong(suggestionCandidates - 1)).toEqual([]);
});

/** Rows of posts that this connection has read; those of earlier statements may be among them for a second. */
async function countRead(tx: Transaction<ContentDb>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(pg_stat_get_xact_tuples_fetched(oid)
      + case relkind when 'r' then pg_stat_get_xact_tuples_returned(oid) else 0 end)::integer as count
    from pg_class where oid = 'posts'::regclass
      or oid in (select indexrelid from pg_index where indrelid = 'posts'::regclass)`.execute(tx);
  return rows[0]?.count ?? 0;
}
