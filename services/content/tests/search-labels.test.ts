import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { sql } from 'kysely';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const newName = () => unique('Lugar').replaceAll('-', '');

const find = async (viewer: Actor, q: string, type: string) =>
  (await bench.service.as(viewer).get(`/search?type=${type}&q=${encodeURIComponent(q)}`)).body.items;

test('a place has its most frequent spelling, and a post cannot take the slug of another place', async () => {
  const tribeId = bench.tribes.createTribe();
  const [member, other] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const name = newName();
  const [spelling, placeSlug] = [`Río ${name}`, `rio-${name.toLowerCase()}`];
  for (let count = 0; count < 2; count += 1)
    await bench.publishPost(member, tribeId, { content: 'x', place: spelling });
  await bench.publishPost(other, tribeId, { content: 'x', place: `¡RIO ${name}!` });
  const insult = await bench.publishPost(other, tribeId, { content: 'x', place: `AAA ${name}`, placeSlug });
  expect(insult.placeSlug).toBe(`aaa-${name.toLowerCase()}`);
  expect(await find(member, `rio ${name}`, 'places')).toEqual([
    { type: 'place', place: spelling, placeSlug, posts: 3 },
  ]);
});

test('a slug without a place is a place that can be found', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const name = newName().toLowerCase();
  const post = await bench.publishPost(member, tribeId, { content: 'x', placeSlug: name });
  expect([post.place, post.placeSlug]).toEqual([name, name]);
  const found = { type: 'place', place: name, placeSlug: name, posts: 1 };
  expect(await find(member, name, 'places')).toEqual([found]);
  expect((await find(member, name, 'top'))[0]).toEqual(found);
});

test('places that were stored without their slugs, and slugs without places, are completed', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const db = await bench.db();
  const long = 'ñandú '.repeat(16).trim();
  const cases = [
    { place: 'Peña de los Ángeles', stored: 'madrid', slug: 'pena-de-los-angeles' },
    { place: null, stored: 'valen-x', slug: 'valen-x', name: 'valen-x' },
    { place: ' #Bar ☕️ 1️⃣2', stored: 'bar', slug: 'bar-12' },
    { place: 'İZMİR Kıyı', stored: 'x', slug: 'izmir-k-y' },
    { place: long, stored: 'x', slug: 'nandu-'.repeat(10).slice(0, -1) },
    { place: '东京', stored: 'tokyo', slug: null },
    { place: 'Vigo', stored: null, slug: 'vigo' },
    { place: null, stored: null, slug: null, name: null },
  ];
  const ids: string[] = [];
  for (const { place, stored } of cases) {
    const { id } = await bench.publishPost(member, tribeId, { content: 'x' });
    await db.updateTable('posts').set({ place, placeSlug: stored }).where('id', '=', id).execute();
    ids.push(id);
  }
  await sql.raw(readFileSync(join(import.meta.dirname, '../migrations/0034-slugs-of-posts.sql'), 'utf8')).execute(db);
  const posts = await db.selectFrom('posts').select(['id', 'place', 'placeSlug']).where('id', 'in', ids).execute();
  const found = new Map(posts.map((post) => [post.id, [post.place, post.placeSlug]]));
  expect(ids.map((id) => found.get(id))).toEqual(cases.map(({ place, slug, name = place }) => [name, slug]));
});
