import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MutesChanged, UserBlocked } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  // Only events evict.
  bench = await openBench({ cacheTtlMs: hourMs });
});
afterAll(() => bench.close());

interface Found {
  type: string;
  post: { id: string; content: string; tribe: { id: number } };
  user: { id: string; name: string };
  tribe: { id: number };
  tag: string;
  placeSlug: string;
  posts: number;
}

const read = (viewer: Actor | undefined, q: string, more = '') =>
  bench.service.as(viewer).get(`/search?q=${encodeURIComponent(q)}${more}`);
const find = async (viewer: Actor, q: string, more = ''): Promise<Found[]> => (await read(viewer, q, more)).body.items;
const postsFound = async (viewer: Actor, q: string): Promise<string[]> =>
  (await find(viewer, q, '&type=posts')).map(({ post }) => post.id);

/** A word that occurs in no other post. */
const newWord = () => unique('palabra').replaceAll('-', '');

test('a post is found by its words in any form, without accents, in Spanish, English and Chinese', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const word = newWord();
  const { id } = await bench.publishPost(member, tribeId, {
    content: `${word} Las canciones del río; walking home: 我们的篝火晚会`,
  });
  for (const typed of ['canción', 'RIO', 'walked', '篝火', '火', '晚会', 'cancio', 'canciones walk'])
    expect(await postsFound(member, `${word} ${typed}`)).toEqual([id]);
  for (const typed of ['montaña', 'canciones montaña', '火山'])
    expect(await postsFound(member, `${word} ${typed}`)).toEqual([]);
  expect(await postsFound(member, word.slice(0, -1))).toEqual([id]);
});

test('an edited post is found by its new words only, and a deleted one by none', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const [before, after] = [newWord(), newWord()];
  const { id } = await bench.publishPost(member, tribeId, { content: before });
  await bench.service.as(member).put(`/tribes/${tribeId}/posts/${id}`, { content: after });
  expect(await postsFound(member, before)).toEqual([]);
  expect(await postsFound(member, after)).toEqual([id]);
  await bench.service.as(member).delete(`/tribes/${tribeId}/posts/${id}`);
  expect(await postsFound(member, after)).toEqual([]);
});

test('posts, tags and places of a tribe are found by its members up to their level, and by admins', async () => {
  const tribeId = bench.tribes.createTribe(person(), { isPrivate: true });
  const author = bench.tribes.addMember(tribeId, { levelOrder: 3 });
  const word = newWord();
  const fields = { content: word, tags: word, place: word };
  const low = (await bench.publishPost(author, tribeId, fields)).id;
  const high = (await bench.publishPost(author, tribeId, { ...fields, minLevelOrder: '3' })).id;
  const numbers = async (viewer: Actor) => {
    const [tags, places] = [await find(viewer, word, '&type=tags'), await find(viewer, word, '&type=places')];
    return [...tags, ...places].map(({ posts }) => posts);
  };
  const below = bench.tribes.addMember(tribeId, { levelOrder: 2 });
  expect(await postsFound(below, word)).toEqual([low]);
  expect(await numbers(below)).toEqual([1, 1]);
  for (const viewer of [author, bench.tribes.addMember(tribeId, { role: 'officer' }), admin]) {
    expect((await postsFound(viewer, word)).toSorted()).toEqual([low, high].toSorted());
    expect(await numbers(viewer)).toEqual([2, 2]);
  }
  for (const viewer of [person(), bench.tribes.addMember(tribeId, { status: 'pending' })])
    expect((await read(viewer, word)).body).toEqual({ items: [], nextCursor: null });
  expect((await read(undefined, word)).status).toBe(401);
});

test('every user finds the posts of hominini', async () => {
  const author = bench.tribes.addMember(homininiId);
  const word = newWord();
  const { id } = await bench.publishPost(author, homininiId, { content: word });
  expect(await postsFound(person(), word)).toEqual([id]);
});

test('posts are not found across a block in either direction, nor when their author or tag or a word is muted', async () => {
  const tribeId = bench.tribes.createTribe();
  const author = bench.tribes.addMember(tribeId);
  const word = newWord();
  const { id } = await bench.publishPost(author, tribeId, { content: `${word} ruido`, tags: word });
  const found = async (viewer: Actor) => [await postsFound(viewer, word), await find(viewer, word, '&type=tags')];
  const [blocking, blocked] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  bench.identity.block(blocking.id, author.id);
  bench.identity.block(author.id, blocked.id);
  await bench.publishOnly(UserBlocked, { userId: blocking.id, blockedId: author.id, tribeId: 0 });
  await bench.publishOnly(UserBlocked, { userId: author.id, blockedId: blocked.id, tribeId: 0 });
  for (const viewer of [blocking, blocked])
    await until(async () => (await found(viewer)).flat().length === 0, 'the blocked post is not found');
  const mutes = [{ mutedTags: [word] }, { mutedWords: ['ruido'] }, { muted: [{ userId: author.id, tribeId: 0 }] }];
  for (const mute of mutes) {
    const viewer = bench.tribes.addMember(tribeId);
    expect(await postsFound(viewer, word)).toEqual([id]);
    bench.identity.mute(viewer.id, mute);
    await bench.publishOnly(MutesChanged, { userId: viewer.id });
    await until(async () => (await postsFound(viewer, word)).length === 0, 'the muted post is not found');
  }
});

test('a hidden post is found by its author and moderators only', async () => {
  const tribeId = bench.tribes.createTribe();
  const author = bench.tribes.addMember(tribeId);
  const word = newWord();
  const { id } = await bench.publishPost(author, tribeId, { content: word });
  await (await bench.db())
    .updateTable('posts')
    .set({ hiddenAt: new Date(), hiddenCause: 'moderator' })
    .where('id', '=', id)
    .execute();
  for (const viewer of [author, bench.tribes.addMember(tribeId, { role: 'officer' })])
    expect(await postsFound(viewer, word)).toEqual([id]);
  expect(await postsFound(bench.tribes.addMember(tribeId), word)).toEqual([]);
});

test('a page continues where the last one ended, better matches first, and a cursor is valid for its search only', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const word = newWord();
  const tagged = (await bench.publishPost(member, tribeId, { content: `Hola ${word}`, tags: word })).id;
  const older: string[] = [];
  for (let i = 0; i < 4; i += 1) older.unshift((await bench.publishPost(member, tribeId, { content: word })).id);
  const pages: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await read(member, word, `&type=posts&limit=2${cursor && `&cursor=${cursor}`}`);
    pages.push(page.body.items.map(({ post }: Found) => post.id));
    cursor = page.body.nextCursor;
  }
  expect(pages).toEqual([[tagged, older[0]], older.slice(1, 3), older.slice(3)]);
  const { nextCursor } = (await read(member, word, '&type=posts&limit=2')).body;
  for (const [q, more] of [
    [word, `&type=top&cursor=${nextCursor}`],
    [`${word}x`, `&type=posts&cursor=${nextCursor}`],
    [word, `&type=posts&cursor=x${nextCursor}`],
  ] as const)
    expect((await read(member, q, more)).body).toMatchObject({ code: 'bad_cursor' });
});

test('tags and places are found by how they begin, the most frequent first', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const start = newWord();
  for (const tags of [`${start}rara`, `${start}comun`, `${start}comun`])
    await bench.publishPost(member, tribeId, { content: 'Hola', tags, place: `Plaza ${start}, Málaga` });
  const tags = await find(member, `#${start}`, '&type=tags');
  expect(tags.map(({ tag, posts }) => [tag, posts])).toEqual([
    [`${start}comun`, 2],
    [`${start}rara`, 1],
  ]);
  const [first] = (await read(member, start, '&type=tags&limit=1')).body.items;
  expect(first.tag).toBe(`${start}comun`);
  const places = await find(member, start, '&type=places');
  expect(places).toEqual([
    { type: 'place', place: `Plaza ${start}, Málaga`, placeSlug: `plaza-${start}-malaga`, posts: 3 },
  ]);
});

test('the first page of top begins with people, tags and places, the others continue with posts only', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const word = newWord();
  bench.tribes.setMembership(tribeId, person(word));
  for (let i = 0; i < 3; i += 1) await bench.publishPost(member, tribeId, { content: word, tags: word, place: word });
  const { body: first } = await read(member, word, '&type=top&limit=2');
  const { body: rest } = await read(member, word, `&type=top&limit=2&cursor=${first.nextCursor}`);
  const typesOf = (items: Found[]) => items.map(({ type }) => type);
  expect(typesOf(first.items)).toEqual(['account', 'tag', 'place', 'post', 'post']);
  expect([typesOf(rest.items), rest.nextCursor]).toEqual([['post'], null]);
});

test('a place in any script is found by the beginning of any of its words, and its posts by its slug', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const { id, placeSlug } = await bench.publishPost(member, tribeId, { content: 'Hola', place: '北京 王府井' });
  const found = { type: 'place', place: '北京 王府井', placeSlug: '北京-王府井', posts: 1 };
  for (const q of ['北', '北京 王', '王府']) expect(await find(member, q, '&type=places')).toEqual([found]);
  const feed = await bench.service.as(member).get(`/tribes/${tribeId}/posts?place=${encodeURIComponent(placeSlug)}`);
  expect(feed.body.items).toMatchObject([{ id, placeSlug: '北京-王府井' }]);
});

test('people of the same tribes are found by name, with a tribe that shows their name to the viewer', async () => {
  const [open, steep] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const viewer = bench.tribes.addMember(open);
  bench.tribes.setMembership(steep, viewer);
  const word = newWord();
  const [known, above, outsider, inHominini] = ['a', 'b', 'c', 'd'].map((end) => person(`${word}-${end}`)) as [
    Actor,
    Actor,
    Actor,
    Actor,
  ];
  bench.tribes.setMembership(open, known);
  bench.tribes.setMembership(steep, above, { levelOrder: 3 });
  bench.tribes.setMembership(bench.tribes.createTribe(), outsider);
  bench.tribes.setMembership(homininiId, inHominini);
  const accounts = async (by: Actor) =>
    (await find(by, word, '&type=accounts')).map(({ user, tribe }) => [user.id, tribe.id]);
  expect(await accounts(viewer)).toEqual([[known.id, open]]);
  bench.tribes.setMembership(open, above);
  expect(await accounts(viewer)).toEqual([
    [known.id, open],
    [above.id, open],
  ]);
  expect(await accounts(person())).toEqual([]);
  bench.identity.findable.push(known.id, inHominini.id);
  expect(await accounts(viewer)).toEqual([
    [known.id, open],
    [above.id, open],
    [inHominini.id, homininiId],
  ]);
});

test('people are found page by page, and a cursor is valid for its search only', async () => {
  const tribeId = bench.tribes.createTribe();
  const viewer = bench.tribes.addMember(tribeId);
  const word = newWord();
  const all = ['a', 'b', 'c'].map((end) => person(`${word}-${end}`));
  for (const each of all) bench.tribes.setMembership(tribeId, each);
  const { body: first } = await read(viewer, word, '&type=accounts&limit=2');
  const { body: rest } = await read(viewer, word, `&type=accounts&limit=2&cursor=${first.nextCursor}`);
  const ids = [...first.items, ...rest.items].map(({ user }: Found) => user.id);
  expect([ids, rest.nextCursor]).toEqual([all.map(({ id }) => id), null]);
  const other = await read(viewer, `${word}-`, `&type=accounts&cursor=${first.nextCursor}`);
  expect(other.body).toMatchObject({ code: 'bad_cursor' });
});

test.each(['', '&type=posts', '&type=accounts', '&type=tags', '&type=places', '&type=audio'])(
  'a search without words finds nothing, whatever else it contains (%s)',
  async (more) => {
    for (const typed of ['', '  ', "'", ':*', '%', '\\', '🔥', "'&|!"])
      expect((await read(person(), typed, more)).body).toEqual({ items: [], nextCursor: null });
  },
);

test('characters with a meaning to the database are searched as text', async () => {
  const tribeId = bench.tribes.createTribe();
  const member = bench.tribes.addMember(tribeId);
  const word = newWord();
  await bench.publishPost(member, tribeId, { content: word });
  for (const typed of [`${word}'`, `${word}:*A`, `!${word}`, `(${word}`, `${word} <-> \\`, `ŉ${word}`, `${word} ½`])
    expect((await read(member, typed, '&type=posts')).status).toBe(200);
  expect(await postsFound(member, `'${word}' | !`)).toHaveLength(1);
});

test('an unknown type, a bad cursor and a long query are refused', async () => {
  for (const query of ['type=nonsense', 'cursor=nonsense&q=a&type=posts', `q=${'a'.repeat(101)}`])
    expect((await bench.service.as(person()).get(`/search?${query}`)).status).toBe(400);
});
