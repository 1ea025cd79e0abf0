import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { sql } from 'kysely';
import { captionMax } from '../limits.ts';
import { parseSearch } from '../src/search-words.ts';
import { type Bench, openBench } from './bench.ts';

/** The search in scripts whose characters are written, counted or separated in other ways than Latin ones. */

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const postsFound = async (viewer: Actor, q: string): Promise<string[]> =>
  (await bench.service.as(viewer).get(`/search?type=posts&q=${encodeURIComponent(q)}`)).body.items.map(
    ({ post }: { post: { id: string } }) => post.id,
  );

test.each([
  ['人々の声', '人々'],
  ['佐々木さん', '佐々木'],
  ['時々', '時々'],
  ['一〇〇年', '一〇〇'],
  ['〆切は明日', '〆切'],
  ['ΟΔΟΣ', 'ΟΔΟΣ'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδός', 'ΟΔΟΣ'],
  ['МОСКВА', 'Москва'],
  ['İstanbul', 'ISTANBUL'],
  ['ラーメン 〻', 'ラーメン 〻'],
  ['ℵ cero', 'ℵ cero'],
])('a post with "%s" is found by "%s"', async (content, typed) => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const { id } = await bench.publishPost(member, tribeId, { content });
  expect(await postsFound(member, typed)).toEqual([id]);
});

test('posts and queries are split into pairs of the same characters', async () => {
  const { rows } = await sql<{ character: string }>`
    select character from (select chr(code) as character from generate_series(1, 65535) as code
      where code not between 55296 and 57343) as characters
    where cardinality(search_bigrams(character)) > 0`.execute(await bench.db());
  const inQueries = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1)).filter(
    // Others are searched in their compatibility form.
    (each) => each.normalize('NFKC') === each && parseSearch(each)?.bigrams.length === 1,
  );
  const inPosts = rows.map(({ character }) => character).filter((each) => each.normalize('NFKC') === each);
  expect(inPosts).toEqual(inQueries);
  expect(inPosts.length).toBeGreaterThan(20_000);
});

test('words of posts are written again in time, also if each of their characters is one for several others', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1)
    ids.unshift((await bench.publishPost(member, tribeId, { content: '㌖'.repeat(captionMax) })).id);
  const db = await bench.db();
  await sql`delete from post_search`.execute(db);
  await runScheduled(db, 'rebuildSearch');
  expect((await postsFound(member, 'キロメートル')).toSorted()).toEqual(ids.toSorted());
});

test('the first 4,400 characters of a text that grows in compatibility form are searched', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const publish = async (content: string) => (await bench.publishPost(member, tribeId, { content })).id;
  const complete = await publish(`${'长文 '.repeat(700)}末尾`);
  await publish(`${'㌖'.repeat(1_000)}末尾`);
  expect(await postsFound(member, '末尾')).toEqual([complete]);
});
