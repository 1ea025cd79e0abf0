import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { jobsDone, runScheduled } from '@tribus/kit/testing/jobs.ts';
import { sql } from 'kysely';
import { PlaceSlugs } from '../src/store/place-slugs.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Publishes a post and stores its place as an earlier version did; returns its id. */
async function publishEarlier(tribeId: number, place: string | null, placeSlug: string | null): Promise<string> {
  const { id } = await bench.publishPost(bench.tribes.addMember(tribeId), tribeId, { content: 'x' });
  await (await bench.db()).updateTable('posts').set({ place, placeSlug }).where('id', '=', id).execute();
  return id;
}

async function slugsOf(ids: readonly string[]): Promise<(string | null | undefined)[]> {
  const posts = await (await bench.db())
    .selectFrom('posts')
    .select(['id', 'placeSlug'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(posts.map(({ id, placeSlug }) => [id, placeSlug]));
  return ids.map((id) => byId.get(id));
}

test('places of earlier versions get the slugs of the present rule, and pages', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const cases = [
    { place: '东京', stored: null, slug: '东京' },
    { place: 'İZMİR Kıyı', stored: 'izmir-k-y', slug: 'izmir-kıyı' },
    { place: 'Москва', stored: null, slug: 'москва' },
    { place: 'Peña de los Ángeles', stored: 'pena-de-los-angeles', slug: 'pena-de-los-angeles' },
    { place: '☕️', stored: null, slug: null },
    { place: null, stored: null, slug: null },
  ];
  const ids: string[] = [];
  for (const { place, stored } of cases) ids.push(await publishEarlier(tribeId, place, stored));
  const as = bench.service.as(member);
  const find = async (type: string) =>
    (await as.get(`/search?type=${type}&q=${encodeURIComponent('东京')}`)).body.items;
  expect(await find('places')).toEqual([]);
  await runScheduled(await bench.db(), 'derivePlaceSlugs');
  expect(await slugsOf(ids)).toEqual(cases.map(({ slug }) => slug));
  const found = { type: 'place', place: '东京', placeSlug: '东京', posts: 1 };
  expect(await find('places')).toEqual([found]);
  expect((await find('top'))[0]).toEqual(found);
  const page = await as.get(`/tribes/${tribeId}/posts?place=${encodeURIComponent('东京')}`);
  expect(page.body.items.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
});

test('all of several portions of posts get their slugs', async () => {
  const tribeId = bench.tribes.createTribe();
  const author = bench.tribes.addMember(tribeId);
  const db = await bench.db();
  await sql`
    insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, place, min_level_order, created_at)
    select gen_random_uuid(), ${tribeId}::integer, ${author.id}, 'post', 'x', '[]', 0, '{}', '上海 ' || n, 1, now()
    from generate_series(1, 450) as n`.execute(db);
  await runScheduled(db, 'derivePlaceSlugs');
  const { rows } = await sql<{ posts: number }>`
    select count(*)::integer as posts from posts
    where tribe_id = ${tribeId}::integer and place_slug = replace(place, ' ', '-')`.execute(db);
  expect(rows).toEqual([{ posts: 450 }]);
});

test('a place that was edited meanwhile keeps its slug', async () => {
  const tribeId = bench.tribes.createTribe();
  const ids = [await publishEarlier(tribeId, '大阪', '大阪'), await publishEarlier(tribeId, '京都', null)];
  const [edited, unchanged] = ids as [string, string];
  const changed = await new PlaceSlugs(await bench.db()).set([
    { id: edited, place: '京都', placeSlug: '京都' },
    { id: unchanged, place: '京都', placeSlug: '京都' },
  ]);
  expect([changed, await slugsOf(ids)]).toEqual([1, ['大阪', '京都']]);
});

test('the migration has the slugs derived once earlier versions have ended', async () => {
  const tribeId = bench.tribes.createTribe();
  const name = unique('Село').replaceAll('-', '');
  const id = await publishEarlier(tribeId, name, null);
  const db = await bench.db();
  const migration = join(import.meta.dirname, '../migrations/0036-slugs-in-every-script.sql');
  await sql.raw(readFileSync(migration, 'utf8')).execute(db);
  const { rows } = await sql<{ id: string; isLater: boolean }>`
    select id, run_at > now() as "isLater" from graphile_worker.jobs
    where task_identifier = 'derivePlaceSlugs'`.execute(db);
  expect(rows).toEqual([{ id: expect.anything(), isLater: true }]);
  await sql`select from graphile_worker.reschedule_jobs(array[${rows[0]?.id}::bigint], run_at => now())`.execute(db);
  await jobsDone(db, 'derivePlaceSlugs');
  expect(await slugsOf([id])).toEqual([name.toLowerCase()]);
});
