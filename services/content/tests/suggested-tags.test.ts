import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import type { SuggestedTags } from '../api/discovery.ts';
import { recentDays, sentTags } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const read = (viewer: Actor | undefined) => bench.service.as(viewer).get('/discover/tags');
const suggestedTo = async (viewer: Actor): Promise<SuggestedTags['items']> => (await read(viewer)).body.items;
const tagsFor = async (viewer: Actor): Promise<string[]> => (await suggestedTo(viewer)).map(({ tag }) => tag);
const publish = (author: Actor, tribeId: number, tags: string, more = {}) =>
  bench.publishPost(author, tribeId, { content: unique('texto'), tags, ...more });

/** A tribe with a viewer and an author. */
function oneTribe(more = {}) {
  const tribeId = bench.tribes.createTribe(person(), more);
  return { tribeId, viewer: bench.tribes.addMember(tribeId), author: bench.tribes.addMember(tribeId) };
}

test('a user who follows nothing is offered the tags that most people use, with their number', async () => {
  const { tribeId, viewer, author } = oneTribe();
  await publish(author, tribeId, 'pan,masa');
  await publish(author, tribeId, 'masa,trigo');
  await publish(bench.tribes.addMember(tribeId), tribeId, 'pan');
  await publish(viewer, tribeId, 'propio');
  expect(await suggestedTo(viewer)).toEqual([
    { tag: 'pan', tribeId, reason: { kind: 'popular', people: 2 } },
    { tag: 'masa', tribeId, reason: { kind: 'popular', people: 1 } },
    { tag: 'trigo', tribeId, reason: { kind: 'popular', people: 1 } },
  ]);
  expect((await read(undefined)).status).toBe(401);
  expect(await suggestedTo(person())).toEqual([]);
});

test('tags beside followed ones come first, then those of followed people, and followed tags are not suggested', async () => {
  const { tribeId, viewer, author } = oneTribe();
  const friend = bench.tribes.addMember(tribeId);
  for (let i = 0; i < 2; i += 1) await publish(author, tribeId, 'popular');
  await publish(friend, tribeId, 'deamiga');
  await publish(author, tribeId, 'pan,levadura');
  bench.identity.follows.set(viewer.id, { followedIds: [friend.id], tags: ['pan'] });
  expect((await suggestedTo(viewer)).map(({ tag, reason }) => [tag, reason])).toEqual([
    ['levadura', { kind: 'withTags', tags: ['pan'] }],
    ['deamiga', { kind: 'usedByFollowed', user: expect.objectContaining({ id: friend.id }) }],
    ['popular', { kind: 'popular', people: 1 }],
  ]);
});

test('a followed person who is hidden in the tribe is not named by the reason', async () => {
  const { tribeId, viewer } = oneTribe();
  const above = bench.tribes.addMember(tribeId, { levelOrder: 4 });
  await publish(above, tribeId, 'secreto');
  bench.identity.follows.set(viewer.id, { followedIds: [above.id] });
  const items = await suggestedTo(viewer);
  expect(items).toEqual([{ tag: 'secreto', tribeId, reason: { kind: 'popular', people: 1 } }]);
  expect(JSON.stringify(items)).not.toContain(above.id);
});

test('only tags of posts that the viewer may read are suggested: in own tribes, up to the level, not hidden or deleted', async () => {
  const { tribeId, viewer, author } = oneTribe({ isPrivate: true });
  const officer = bench.tribes.addMember(tribeId, { role: 'officer' });
  await publish(author, tribeId, 'visible');
  await publish(officer, tribeId, 'elevado', { minLevelOrder: '3' });
  const hidden = await publish(author, tribeId, 'oculto');
  await (await bench.db())
    .updateTable('posts')
    .set({ hiddenAt: new Date(), hiddenCause: 'moderator' })
    .where('id', '=', hidden.id)
    .execute();
  const { id } = await publish(author, tribeId, 'borrado');
  await bench.service.as(author).delete(`/tribes/${tribeId}/posts/${id}`);
  expect(await tagsFor(viewer)).toEqual(['visible']);
  expect(await tagsFor(officer)).toEqual(['visible']);
  for (const other of [person(), admin, bench.tribes.addMember(tribeId, { status: 'pending' })])
    expect(await tagsFor(other)).not.toContain('visible');
});

test('posts by blocked or muted people, with muted tags or with muted words suggest no tags', async () => {
  const { tribeId, viewer, author } = oneTribe();
  const [blocked, muted] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  bench.identity.block(blocked.id, viewer.id);
  bench.identity.mute(viewer.id, {
    muted: [{ userId: muted.id, tribeId: 0 }],
    mutedTags: ['futbol'],
    mutedWords: ['politica', 'ruido'],
  });
  await publish(author, tribeId, 'visible');
  await publish(author, tribeId, 'ruido');
  await publish(author, tribeId, 'junto,futbol');
  await publish(author, tribeId, 'debate', { content: 'Hablemos de Política' });
  await publish(blocked, tribeId, 'bloqueada');
  await publish(muted, tribeId, 'silenciada');
  expect(await tagsFor(viewer)).toEqual(['visible']);
});

test('posts of more than thirty days ago do not count', async () => {
  const { tribeId, viewer, author } = oneTribe();
  await publish(author, tribeId, 'antigua');
  expect(await tagsFor(viewer)).toEqual(['antigua']);
  bench.clock.advance(recentDays * dayMs);
  expect(await tagsFor(viewer)).toEqual([]);
});

test('dismissed tags do not appear, and others take their room', async () => {
  const { tribeId, viewer, author } = oneTribe();
  const names = Array.from({ length: sentTags + 1 }, (_, i) => `tag${i}`);
  for (const half of [names.slice(0, 12), names.slice(12)]) await publish(author, tribeId, half.join());
  const [first = ''] = await tagsFor(viewer);
  bench.identity.dismissed.set(viewer.id, { tags: [first] });
  expect((await tagsFor(viewer)).toSorted()).toEqual(names.filter((name) => name !== first).toSorted());
});

test('twenty tags are suggested at most', async () => {
  const { tribeId, viewer, author } = oneTribe();
  for (const start of ['uno', 'dos']) {
    const names = Array.from({ length: sentTags - 5 }, (_, i) => `${start}${i}`);
    await publish(author, tribeId, names.join());
  }
  expect(await tagsFor(viewer)).toHaveLength(sentTags);
});

test('a member of hominini only is offered the tags of hominini', async () => {
  await publish(bench.tribes.addMember(homininiId), homininiId, 'todos');
  expect(await tagsFor(bench.tribes.addMember(homininiId))).toEqual(['todos']);
});
