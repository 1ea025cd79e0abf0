import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { indexesOf } from '@tribus/kit/testing/query-plans.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { sql } from 'kysely';
import { caseTextDays } from '../limits.ts';
import { caseJobs } from '../src/case-closing.ts';
import { deleteAllOrphans, deleteOrphansAfterCommit } from '../src/orphan-deletion.ts';
import { CaseErasure } from '../src/store/case-erasure.ts';
import { type CaseQueue, Cases, waitingStatuses } from '../src/store/cases.ts';
import { type ContentStore, openContentStore } from '../src/store/store.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { WaitingCases } from '../src/store/waiting-cases.ts';

const migrations = join(import.meta.dirname, '../migrations');
const ctx = { ...testContext('content'), newId: () => crypto.randomUUID() };
const { signal } = new AbortController();
let stores: TestStores;
let postgres: Postgres<ContentDb>;
let store: ContentStore;

beforeAll(async () => {
  stores = await testStores({ migrations });
  postgres = await openPostgres<ContentDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  store = openContentStore(postgres);
  await sql`create table refused (id uuid)`.execute(postgres.db);
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin
      if exists (select from refused where id = old.id) then raise exception 'refused by the test'; end if;
      return coalesce(new, old);
    end $$`.execute(postgres.db);
  for (const table of ['cases', 'comments'])
    await sql`create trigger refused before update or delete on ${sql.table(table)}
      for each row execute function refuse()`.execute(postgres.db);
});
beforeEach(async () => {
  await sql`truncate refused, posts, post_search, comments, reactions, views, cases, deleted_posts, deleted_comments`.execute(
    postgres.db,
  );
});
afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

const refuse = (id: string) => sql`insert into refused values (${id}::uuid)`.execute(postgres.db);
const allow = () => sql`truncate refused`.execute(postgres.db);
const nth = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

async function runCloseCases(): Promise<void> {
  const [closeCases] = caseJobs({ ctx, store });
  await closeCases?.work({}, { id: '1', attempt: 1, maxAttempts: 1, signal, progress: async () => undefined });
}

/** Adds cases with the ids `nth(first)` …; those with a lower number changed earlier. */
async function addCases(status: 'decided' | 'closed', first: number, count: number): Promise<void> {
  const object = JSON.stringify({ text: 'x', images: [], createdAt: '2020-01-01', before: [], after: [] });
  const past = new Date(ctx.clock.now().getTime() - (caseTextDays + 10) * dayMs);
  await sql`
    insert into cases (id, kind, object_id, scope, author_id, object, status, opened_at, changed_at, appeal_until)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'person', n::text, 'site', 'ana', ${object}::jsonb,
      ${status}, ${past}::timestamptz, ${past}::timestamptz + make_interval(secs => n),
      ${past}::timestamptz + make_interval(secs => n)
    from generate_series(${first}::integer, ${first + count - 1}::integer) as n`.execute(postgres.db);
}

const casesIn = async (status: string) =>
  (await postgres.db.selectFrom('cases').select('id').where(sql<boolean>`status = ${status}`).execute()).map(
    ({ id }) => id,
  );
const withEvidence = async () =>
  (
    await postgres.db
      .selectFrom('cases')
      .select('id')
      .where(sql<boolean>`status = 'closed' and object ->> 'text' <> ''`)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

test('cases that cannot be closed stay, and all others are closed and old evidence is deleted', async () => {
  await addCases('decided', 1, 120);
  await addCases('closed', 1_001, 20);
  for (const id of [nth(1), nth(60)]) await refuse(id);
  await expect(runCloseCases()).rejects.toThrow();
  expect((await casesIn('decided')).toSorted()).toEqual([nth(1), nth(60)]);
  expect(await casesIn('closed')).toHaveLength(138);
  expect((await withEvidence()).filter((id) => id > nth(1_000))).toEqual([]);
  await allow();
  await runCloseCases();
  expect(await casesIn('decided')).toEqual([]);
});

test('evidence that cannot be deleted stays, and that of all other cases is deleted', async () => {
  await addCases('closed', 1, 450);
  for (const id of [nth(1), nth(300)]) await refuse(id);
  await expect(runCloseCases()).rejects.toThrow();
  expect(await withEvidence()).toEqual([nth(1), nth(300)]);
  await allow();
  await runCloseCases();
  expect(await withEvidence()).toEqual([]);
});

/** Adds posts with three comments each, and deletes the posts; resolves to the id of one comment. */
async function deletePosts(count: number): Promise<string> {
  await sql`
    with written as (
      insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
      select gen_random_uuid(), 1, 'ana', 'post', 'x', '[]', 0, '{}', 1, now()
      from generate_series(1, ${count}::integer) returning id
    )
    insert into comments (id, post_id, author_id, content, created_at)
    select gen_random_uuid(), id, 'bea', 'y', now() from written cross join generate_series(1, 3)`.execute(postgres.db);
  await sql`delete from posts`.execute(postgres.db);
  const { id } = await postgres.db.selectFrom('comments').select('id').limit(1).executeTakeFirstOrThrow();
  return id;
}

test('a comment that cannot be deleted keeps only the rows of its post, and a later run deletes them', async () => {
  await refuse(await deletePosts(20));
  await expect(deleteAllOrphans(store, signal)).rejects.toThrow();
  const remaining = await postgres.db.selectFrom('comments').select('postId').execute();
  expect(new Set(remaining.map(({ postId }) => postId)).size).toBe(1);
  expect(await postgres.db.selectFrom('deletedPosts').selectAll().execute()).toHaveLength(1);
  await allow();
  await deleteAllOrphans(store, signal);
  expect(await postgres.db.selectFrom('comments').select('id').execute()).toEqual([]);
  expect(await postgres.db.selectFrom('deletedPosts').selectAll().execute()).toEqual([]);
});

test('many deletions share one waiting job that deletes their rows', async () => {
  await deletePosts(2);
  for (let times = 0; times < 3; times += 1)
    await store.transaction(async (tx) => {
      await deleteOrphansAfterCommit(tx);
    });
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'deleteOrphans'`.execute(
    postgres.db,
  );
  expect(rows).toHaveLength(1);
});

test('texts to delete are found by an index of the closed cases that still have some', async () => {
  await addCases('closed', 1, 3_000);
  await sql`update cases set texts_deleted_at = now() where id <> ${nth(7)}::uuid`.execute(postgres.db);
  await sql`analyze cases`.execute(postgres.db);
  const plans = await indexesOf(postgres.db, async (db) => {
    expect(await new CaseErasure(db).listWithTexts(ctx.clock.now(), 100, [])).toEqual([nth(7)]);
  });
  expect(plans).toEqual([['cases_with_texts', 'posts_pkey']]);
});

test('waiting cases are counted and listed by an index of those, however many cases are closed', async () => {
  await addCases('closed', 1, 3_000);
  await sql`update cases set status = 'open' where id in (${nth(7)}::uuid, ${nth(8)}::uuid)`.execute(postgres.db);
  await sql`analyze cases`.execute(postgres.db);
  const plans = await indexesOf(postgres.db, async (db) => {
    const cases = new Cases(db);
    expect(await cases.countWaiting(undefined, '')).toEqual({ open: 2, appealed: 0 });
    const newest = { statuses: waitingStatuses, notOf: '', onlySite: false, oldestFirst: false, limit: 20 };
    expect(await cases.list(newest)).toHaveLength(2);
  });
  expect(plans.filter((indexes) => indexes.includes('cases_waiting_changed'))).toHaveLength(2);
});

test('the waiting cases of each moderator are counted by an index of those in the queue', async () => {
  await addCases('closed', 1, 3_000);
  await sql`update cases set status = 'open', author_id = id::text where id > ${nth(2_000)}::uuid`.execute(postgres.db);
  await sql`
    update cases set scope = 'tribe', tribe_id = 7 where id > ${nth(2_400)}::uuid`.execute(postgres.db);
  await sql`vacuum analyze cases`.execute(postgres.db);
  const plans = await indexesOf(postgres.db, async (db) => {
    const waitingCases = new WaitingCases(db);
    const users = ['otra', nth(2_001), nth(3_000)];
    const numbers = async (queue: CaseQueue) =>
      (await waitingCases.countFor(users, queue)).counts.map(({ waiting }) => waiting);
    expect(await numbers('site')).toEqual([400, 399, 400]);
    expect(await numbers(7)).toEqual([600, 600, 599]);
  });
  expect(plans).toEqual(['site', 'tribe'].map((queue) => Array(2).fill(`cases_waiting_of_${queue}`)));
});
