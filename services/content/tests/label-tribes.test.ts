import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
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
