import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { sql } from 'kysely';
import { openContentStore } from '../src/store/store.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { deletePortion, deletePostsOfDeletedTribes } from '../src/tribe-deletion.ts';

let stores: TestStores;
let postgres: Postgres<ContentDb>;
const ctx = { ...testContext('content'), newId: () => crypto.randomUUID() };

beforeAll(async () => {
  stores = await testStores();
  const migrations = join(import.meta.dirname, '../migrations');
  postgres = await openPostgres<ContentDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

/** Larger by hand, to see how long a large tribe takes. */
const posts = Number(process.env.POSTS_OF_DELETED_TRIBE ?? 250);

async function writePosts(tribeId: number, count: number): Promise<void> {
  for (let rest = count; rest > 0; rest -= 5_000)
    await sql`
    insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
    select gen_random_uuid(), ${tribeId}, 'ana', 'post', 'x', '[]', 0, '{}', 1, now()
    from generate_series(1, ${Math.min(rest, 5_000)})`.execute(postgres.db);
}

const left = async (tribeId: number) =>
  (await postgres.db.selectFrom('posts').select('id').where('tribeId', '=', tribeId).execute()).length;

async function announced(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where type = 'content.v1.PostDeleted'`.execute(postgres.db);
  return rows[0]?.count ?? 0;
}

test('the posts of a deleted tribe go in portions, and whoever takes over from one that died goes on', async () => {
  await writePosts(1, posts);
  await writePosts(2, 3);
  const store = openContentStore(postgres);
  await store.deletedTribes.add(1);
  expect(await deletePortion(store)).toBe(true);
  expect(await left(1)).toBe(posts - 100);
  // Killed between two portions; another copy, and one beside it, finish.
  const began = performance.now();
  const never = new AbortController().signal;
  await Promise.all([deletePostsOfDeletedTribes(store, never), deletePostsOfDeletedTribes(store, never)]);
  process.stdout.write(`${posts} posts deleted in ${Math.round(performance.now() - began)} ms\n`);
  await deletePostsOfDeletedTribes(store, never);
  expect(await left(1)).toBe(0);
  expect(await announced()).toBe(posts);
  expect(await left(2)).toBe(3);
  expect(await deletePortion(store)).toBe(false);
}, 600_000);
