import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { sql } from 'kysely';
import { Search } from '../src/store/search.ts';
import type { SearchRange } from '../src/store/search-matches.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const newWord = () => unique('palabra').replaceAll('-', '');

const postsFound = async (viewer: Actor, q: string): Promise<string[]> =>
  (await bench.service.as(viewer).get(`/search?type=posts&q=${q}`)).body.items.map(
    ({ post }: { post: { id: string } }) => post.id,
  );

/** Writes newer posts of an author, all with the same word, the first of them in some hours. */
async function addPosts(
  author: Actor,
  tribeId: number,
  { count, word, tags = [], inHours = 0 }: { count: number; word: string; tags?: string[]; inHours?: number },
) {
  const db = await bench.db();
  for (let first = 0; first < count; first += 2_000)
    await sql`
      insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
      select gen_random_uuid(), ${tribeId}::integer, ${author.id}, 'post', ${word}::text, '[]', 0, ${tags}::text[], 1,
        now() + ${inHours}::integer * interval '1 hour' + n * interval '1 second'
      from generate_series(${first + 1}::integer, ${Math.min(count, first + 2_000)}::integer) as n`.execute(db);
}

test('words of old posts are found behind twenty thousand newer ones, with the rights of the viewer', async () => {
  const [tribeId, other] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const author = bench.tribes.addMember(tribeId, { levelOrder: 3 });
  const member = bench.tribes.addMember(tribeId);
  const [word, tag, newer] = [newWord(), newWord(), newWord()];
  const publish = async (content: string, more = {}) =>
    (await bench.publishPost(author, tribeId, { content, tags: tag, ...more })).id;
  const old = await publish(word);
  const high = await publish(word, { minLevelOrder: '3' });
  const elsewhere = (await bench.publishPost(bench.tribes.addMember(other), other, { content: word })).id;
  await addPosts(author, tribeId, { count: 20_000, word: newer });
  expect(await postsFound(member, word)).toEqual([old]);
  expect((await postsFound(author, word)).toSorted()).toEqual([old, high].toSorted());
  expect((await postsFound(admin, word)).toSorted()).toEqual([old, high, elsewhere].toSorted());
  const tags = await bench.service.as(member).get(`/search?type=tags&q=${tag}`);
  expect(tags.body.items).toEqual([{ type: 'tag', tag, posts: 1 }]);
  expect(await postsFound(member, `${newer}&limit=3`)).toHaveLength(3);
  expect(await postsFound(member, `${newer}%20${word}`)).toEqual([]);
  // Frequent in the newest posts only, of which there are too few.
  const recent = newWord();
  await addPosts(author, tribeId, { count: 40, word: `${recent} ${word}`, inHours: 24 });
  expect(await postsFound(member, `${recent}&limit=50`)).toHaveLength(40);
  const both = await postsFound(member, `${word}&limit=50`);
  expect([both.length, new Set(both).size, both.includes(old)]).toEqual([41, 41, true]);
  const range = { tribes: [{ id: tribeId, maxLevel: 1, moderates: false }], leftOut: [], mutedTags: [] };
  const reads = [await countRead(range, newer), await countRead(range, `${word} ${newer}`)];
  expect(reads).toEqual([
    { found: 21, isBounded: true },
    { found: 0, isBounded: true },
  ]);
});

/** Searches posts; returns how many are found, and whether the words of only a part of the newest are read. */
async function countRead(range: Omit<SearchRange, 'viewerId'>, q: string) {
  const fetched = sql<{ rows: number }>`
    select (pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::integer as rows
    from pg_class where oid = 'post_search'::regclass`;
  return (await bench.db()).transaction().execute(async (tx) => {
    // Rows that a parallel worker reads are not counted. Only of a table as small as this one all rows are sorted.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
    await sql`set local enable_sort = off`.execute(tx);
    const before = (await fetched.execute(tx)).rows[0]?.rows ?? 0;
    const words = { words: q.split(' '), lastIsPrefix: false, bigrams: [] };
    const page = { limit: 21, after: undefined };
    const found = await new Search(tx).rankPosts({ viewerId: '', ...range }, words, page);
    const rows = ((await fetched.execute(tx)).rows[0]?.rows ?? 0) - before;
    return { found: found.length, isBounded: rows < 5_000 };
  });
}

test('posts of a frequent word, which are compared in turn, are found with the rights of the viewer', async () => {
  const [tribeId, other] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const [author, blocked] = [bench.tribes.addMember(tribeId, { levelOrder: 3 }), bench.tribes.addMember(tribeId)];
  const viewer = bench.tribes.addMember(tribeId);
  bench.identity.block(blocked.id, viewer.id);
  const word = newWord();
  await addPosts(author, tribeId, { count: 30, word, tags: [word] });
  const publish = async (by: Actor, tribe: number, more = {}) =>
    (await bench.publishPost(by, tribe, { content: word, tags: word, place: word, ...more })).id;
  const high = await publish(author, tribeId, { minLevelOrder: '3' });
  const hidden = await publish(author, tribeId);
  const removed = await publish(author, tribeId);
  await publish(blocked, tribeId);
  await publish(bench.tribes.addMember(other), other);
  const hide = async (id: string, hiddenCause: 'moderator' | 'removed') =>
    (await bench.db()).updateTable('posts').set({ hiddenAt: new Date(), hiddenCause }).where('id', '=', id).execute();
  await hide(hidden, 'moderator');
  await hide(removed, 'removed');
  const found = async (actor: Actor) => {
    const read = async (type: string) =>
      (await bench.service.as(actor).get(`/search?type=${type}&limit=50&q=${word}`)).body.items;
    const ids = await postsFound(actor, `${word}&limit=50`);
    const counts = [...(await read('tags')), ...(await read('places'))].map(({ type, posts }) => [type, posts]);
    const top = (await read('top')).filter(({ type }: { type: string }) => type === 'post').length;
    return { high: ids.includes(high), hidden: ids.includes(hidden), posts: ids.length, top, counts };
  };
  expect(await found(viewer)).toEqual({ high: false, hidden: false, posts: 30, top: 30, counts: [['tag', 30]] });
  const ofAuthor = [
    ['tag', 33],
    ['place', 3],
  ];
  expect(await found(author)).toEqual({ high: true, hidden: true, posts: 33, top: 33, counts: ofAuthor });
});

test('a member of more than a hundred tribes finds the posts of all of them, and of no other', async () => {
  const word = newWord();
  const viewer = person();
  const ids: string[] = [];
  for (let count = 0; count < 101; count += 1) {
    const tribeId = bench.tribes.createTribe();
    bench.tribes.setMembership(tribeId, viewer, { status: 'active', levelOrder: 1 });
    if (count % 50 > 0) continue;
    const author = bench.tribes.addMember(tribeId, { levelOrder: 2 });
    ids.push((await bench.publishPost(author, tribeId, { content: word })).id);
    await bench.publishPost(author, tribeId, { content: word, minLevelOrder: '2' });
  }
  const other = bench.tribes.createTribe();
  await bench.publishPost(bench.tribes.addMember(other), other, { content: word });
  expect((await postsFound(viewer, word)).toSorted()).toEqual(ids.toSorted());
  expect(ids).toHaveLength(3);
});

test('the newest five hundred posts of a word are found, and the newest thousand of a tag counted', async () => {
  const tribeId = bench.tribes.createTribe();
  const author = bench.tribes.addMember(tribeId);
  const word = newWord();
  await addPosts(author, tribeId, { count: 1_001, word, tags: [word] });
  const as = bench.service.as(author);
  const found = new Set<string>();
  let cursor = '';
  do {
    const { body } = await as.get(`/search?type=posts&limit=50&q=${word}${cursor}`);
    for (const { post } of body.items) found.add(post.id);
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  expect(found.size).toBe(500);
  expect((await as.get(`/search?type=tags&q=${word}`)).body.items).toEqual([{ type: 'tag', tag: word, posts: 1_000 }]);
});
