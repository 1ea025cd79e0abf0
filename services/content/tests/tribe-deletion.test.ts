import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import { startJobs } from '@tribus/kit/jobs/worker.ts';
import { CounterRepair } from '@tribus/kit/postgres/counter-repair.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { contentJobs } from '../src/jobs.ts';
import { deleteAllOrphans } from '../src/orphan-deletion.ts';
import { openContentStore } from '../src/store/store.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { deletePostsOfTribe, deleteTribePosts } from '../src/tribe-deletion.ts';

let stores: TestStores;
let postgres: Postgres<ContentDb>;
const migrations = join(import.meta.dirname, '../migrations');
const openReplica = async () => {
  const ctx = { ...testContext('content'), newId: () => crypto.randomUUID() };
  return { ctx, postgres: await openPostgres<ContentDb>(ctx, { url: stores.env.POSTGRES_URL, migrations }) };
};

beforeAll(async () => {
  stores = await testStores({ migrations });
  ({ postgres } = await openReplica());
});

afterAll(() => stores.drop());

/** More than two batches. */
const posts = 700;

/** Adds posts, each with a comment, a reply, a view, and a reaction to each of these. */
async function writePosts(tribeId: number, count: number): Promise<void> {
  for (let rest = count; rest > 0; rest -= 500)
    await sql`
    with written as (
      insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
      select gen_random_uuid(), ${tribeId}, 'ana', 'post', 'x', '[]', 0, '{}', 1, now()
      from generate_series(1, ${Math.min(rest, 500)}) returning id
    ), commented as (
      insert into comments (id, post_id, author_id, content, created_at)
      select gen_random_uuid(), id, 'bea', 'y', now() from written returning id, post_id
    ), replied as (
      insert into comments (id, post_id, parent_id, author_id, content, created_at)
      select gen_random_uuid(), post_id, id, 'ana', 'z', now() from commented returning id
    ), seen as (
      insert into views (post_id, viewer, day) select id, 'bea', current_date from written
    )
    insert into reactions (target_id, user_id, type, created_at)
    select id, 'bea', 'like', now()
    from (select id from written union all select id from commented union all select id from replied) as target
    `.execute(postgres.db);
}

async function countOf(from: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(from)}`.execute(
    postgres.db,
  );
  return rows[0]?.count ?? 0;
}

const left = (tribeId: number) => countOf(`posts where tribe_id = ${tribeId}`);
const announced = (what = '*') =>
  countOf(`(select ${what} from outbox where type = 'content.v1.PostDeleted') as announced`);

test('the deletion of a tribe can be interrupted between any two batches and continues there', async () => {
  await writePosts(1, posts);
  await writePosts(2, 3);
  const store = openContentStore(postgres);
  const [announcedAt, nextAt] = [new Date(0), new Date(1)];
  for (const tribeId of [1, 2])
    await store.announcements.insert({ postId: crypto.randomUUID(), tribeId, announcedAt, nextAt });
  await sql`
    insert into tribe_days (tribe_id, day, posts, comments, reactions, people)
    select tribe_id, current_date, 1, 1, 1, 1 from generate_series(1, 2) as tribe_id`.execute(postgres.db);
  const run = () => {
    const stop = new AbortController();
    // Ends the attempt after the first batch, as a process that is stopped there.
    const progress = async () => stop.abort(new Error('stopped'));
    return deletePostsOfTribe(store, 1, { signal: stop.signal, progress });
  };
  let attempts = 0;
  for (; (await left(1)) > 0; attempts++) {
    const before = await left(1);
    await expect(run()).rejects.toThrow('stopped');
    const deleted = before - (await left(1));
    expect(deleted).toBeGreaterThan(0);
    // Exactly the deleted posts are emitted.
    expect(await announced()).toBe(posts - before + deleted);
  }
  expect(attempts).toBeGreaterThan(2);
  expect(await announced('distinct key')).toBe(posts);
  expect(await left(2)).toBe(3);
  await deleteAllOrphans(store, new AbortController().signal);
  expect(await Promise.all(['comments', 'reactions', 'views'].map(countOf))).toEqual([6, 9, 3]);
  // The last attempt ended before the steps after the posts.
  await deletePostsOfTribe(store, 1, { signal: new AbortController().signal, progress: async () => {} });
  for (const table of ['announcements', 'tribe_days'])
    expect(await Promise.all([1, 2].map((id) => countOf(`${table} where tribe_id = ${id}`)))).toEqual([0, 1]);
});

test('batches do not shrink on a slow machine', async () => {
  await writePosts(4, 300);
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 600));
  // Without a total, because counting all posts could exceed the time limit of a statement.
  const done: number[][] = [];
  const progress = async (...saved: number[]) => void done.push(saved);
  await deletePostsOfTribe(openContentStore(postgres), 4, { signal: new AbortController().signal, progress });
  clock.mockRestore();
  expect(done).toEqual([[100], [200], [300]]);
});

test('several replicas delete a tribe, also after one was stopped, and emit each deletion once', async () => {
  await sql`truncate posts, post_search, comments, reactions, views, outbox`.execute(postgres.db);
  await writePosts(3, posts);
  const [dying, living] = [await openReplica(), await openReplica()];
  const id = await postgres.transaction((tx) => tx.enqueue(deleteTribePosts, { tribeId: 3 }, { key: '3' }));
  const jobsOf = (replica: typeof dying) =>
    contentJobs({
      ctx: replica.ctx,
      store: openContentStore(replica.postgres),
      media: {
        deleteObjects: async () => ({}),
        setObjectVisibility: async () => ({}),
        getObjects: async () => ({ objects: [] }),
        keepObjects: async () => ({ missingKeys: [] }),
      },
      uploads: { keep: async () => undefined },
      directory: { getFreshMemberships: async () => new Map() },
      tribes: {
        banMember: async () => ({}),
        liftBan: async () => ({}),
        listMemberIds: () => Promise.reject(fail('not_found')),
      },
      counterRepair: new CounterRepair(replica.ctx),
    });
  startJobs(dying.ctx, dying.postgres.jobStore, jobsOf(dying));
  await until(async () => (await left(3)) < posts, 'the deletion has begun');
  await dying.ctx.close();
  startJobs(living.ctx, living.postgres.jobStore, jobsOf(living));
  await until(async () => (await postgres.jobs.get(id)) === undefined, 'the job is done');
  expect(await left(3)).toBe(0);
  expect(await announced()).toBe(posts);
  expect(await announced('distinct key')).toBe(posts);
  await living.ctx.close();
});

test('a deletion recorded by an earlier version becomes a job', async () => {
  await sql`insert into deleted_tribes (tribe_id) values (77)`.execute(postgres.db);
  expect(await postgres.jobs.find(deleteTribePosts, '77')).toMatchObject({ state: 'waiting', maxAttempts: 10 });
});

test('a case that is passed to the site while its tribe is deleted is kept, and the tribe’s own are deleted', async () => {
  const ids = [1, 2, 3].map(() => crypto.randomUUID());
  await sql`
    insert into cases (id, kind, object_id, tribe_id, scope, author_id, object, status, opened_at, changed_at)
    select id, 'post', id::text, 88, 'tribe', 'ana', '{}', 'open', now(), now() from unnest(${ids}::uuid[]) as id
    `.execute(postgres.db);
  const store = openContentStore(postgres);
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let deleted: Promise<string[]> | undefined;
  await postgres.transaction(async ({ db }) => {
    await sql`update cases set scope = 'site' where id = ${ids[0]}`.execute(db);
    deleted = store.transaction(async (tx) => {
      const cases = await tx.caseErasure.deleteOfTribe(88, 100);
      return cases.map(({ id }) => id);
    });
    await until(async () => (await waiting.execute(postgres.db)).rows.length > 0, 'the deletion waits for the case');
  });
  expect((await deleted)?.toSorted()).toEqual(ids.slice(1).toSorted());
  expect(await countOf(`cases where tribe_id = 88 and scope = 'site'`)).toBe(1);
});
