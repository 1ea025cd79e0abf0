import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { sql } from 'kysely';
import { labelPostsMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const read = (viewer: Actor | undefined, query: string) => bench.service.as(viewer).get(`/search/tribes?${query}`);
const tribesWith = async (viewer: Actor, query: string): Promise<number[]> => (await read(viewer, query)).body.tribeIds;
const newWord = () => unique('palabra').replaceAll('-', '');

test('the tribes of a tag or a place are those in which the viewer sees such posts, those with the most first', async () => {
  const [few, many, empty, other] = [1, 2, 3, 4].map(() => bench.tribes.createTribe()) as [
    number,
    number,
    number,
    number,
  ];
  const viewer = person();
  const author = person();
  for (const id of [few, many, empty]) bench.tribes.setMembership(id, viewer, { status: 'active', levelOrder: 1 });
  for (const id of [few, many, empty, other])
    bench.tribes.setMembership(id, author, { status: 'active', levelOrder: 2 });
  const word = newWord();
  const publish = (tribeId: number, more = {}) =>
    bench.publishPost(author, tribeId, { content: 'Hola', tags: word, place: `Plaza ${word}`, ...more });
  await publish(few);
  for (let count = 0; count < 2; count += 1) await publish(many);
  await publish(empty, { minLevelOrder: '2' });
  await publish(empty, { tags: `${word}s`, place: `Gran plaza ${word}` });
  await publish(other);
  for (const label of [`tag=${word}`, `place=plaza-${word}`]) {
    expect(await tribesWith(viewer, label)).toEqual([many, few]);
    expect((await tribesWith(author, label)).toSorted()).toEqual([few, many, empty, other].toSorted());
    expect(await tribesWith(admin, label)).toEqual([]);
  }
});

test('neither a tag nor a place has tribes, and visitors are refused', async () => {
  const tribeId = bench.tribes.createTribe();
  expect(await tribesWith(bench.tribes.addMember(tribeId), '')).toEqual([]);
  expect(await tribesWith(bench.tribes.addMember(tribeId), 'tag=%23%27')).toEqual([]);
  expect((await read(undefined, 'tag=a')).status).toBe(401);
});

const numbersOf = async (viewer: Actor, query: string) => {
  const { posts, people, hasMore } = (await read(viewer, query)).body;
  return { posts, people, hasMore };
};

test('the numbers are those of posts and people that the viewer sees, in all their tribes together', async () => {
  const [steep, open] = [bench.tribes.createTribe(person('gone-e')), bench.tribes.createTribe(person('gone-f'))];
  const viewer = bench.tribes.addMember(steep);
  bench.tribes.setMembership(open, viewer);
  const [both, above, blocked, muted] = [person(), person(), person(), person()];
  for (const author of [both, blocked, muted]) bench.tribes.setMembership(open, author);
  bench.tribes.setMembership(steep, both);
  bench.tribes.setMembership(steep, above, { status: 'active', levelOrder: 4 });
  bench.identity.block(blocked.id, viewer.id);
  bench.identity.mute(viewer.id, { muted: [{ userId: muted.id, tribeId: 0 }], mutedWords: ['lluvia'] });
  const word = newWord();
  const publish = (author: Actor, tribeId: number, more = {}) =>
    bench.publishPost(author, tribeId, { content: 'Hola', tags: word, place: `Plaza ${word}`, ...more });
  for (const query of [`tag=${word}`, `place=plaza-${word}`])
    expect(await numbersOf(viewer, query)).toEqual({ posts: 0, people: 0, hasMore: false });
  for (const tribeId of [steep, open]) await publish(both, tribeId);
  await publish(both, open, { content: 'Bajo la lluvia' });
  // Hidden by the level, so not a person whom the viewer knows.
  await publish(above, steep);
  for (const author of [blocked, muted]) await publish(author, open);
  await publish(above, steep, { minLevelOrder: '4' });
  for (const query of [`tag=${word}`, `place=plaza-${word}`]) {
    expect(await numbersOf(viewer, query)).toEqual({ posts: 3, people: 1, hasMore: false });
    expect(await numbersOf(person(), query)).toEqual({ posts: 0, people: 0, hasMore: false });
  }
});

test('posts are counted up to a limit', async () => {
  const tribeId = bench.tribes.createTribe();
  const author = bench.tribes.addMember(tribeId);
  const word = newWord();
  const add = async (count: number) =>
    sql`
      insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, place, place_slug,
        min_level_order, created_at)
      select gen_random_uuid(), ${tribeId}::integer, ${author.id}, 'post', 'x', '[]', 0, array[${word}]::text[],
        ${word}, ${word}, 1, now() - n * interval '1 second'
      from generate_series(1, ${count}::integer) as n`.execute(await bench.db());
  await add(labelPostsMax);
  for (const query of [`tag=${word}`, `place=${word}`])
    expect(await numbersOf(author, query)).toEqual({ posts: labelPostsMax, people: 1, hasMore: false });
  await add(1);
  for (const query of [`tag=${word}`, `place=${word}`])
    expect(await numbersOf(author, query)).toEqual({ posts: labelPostsMax, people: 1, hasMore: true });
});
