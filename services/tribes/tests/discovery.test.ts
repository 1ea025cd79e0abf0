import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import type { SuggestedTribe } from '../api/discovery.ts';
import { sentTribes, suggestionCandidates, suggestionDays } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const read = (viewer: Actor | undefined) => bench.service.as(viewer).get('/discover/tribes');
const suggestedTo = async (viewer: Actor): Promise<SuggestedTribe[]> => (await read(viewer)).body.items;
const reasonsTo = async (viewer: Actor) => (await suggestedTo(viewer)).map(({ tribe, reason }) => [tribe.id, reason]);
const idsTo = async (viewer: Actor) => (await suggestedTo(viewer)).map(({ tribe }) => tribe.id);

/** A user who follows a tag of these tests only. */
function follower() {
  const [viewer, tag] = [person(), unique('tag')];
  bench.identity.follows.set(viewer.id, { tags: [tag] });
  return { viewer, tag };
}

test('a newcomer is offered tribes with new members, then the largest ones, never hominini', async () => {
  const viewer = person();
  const [quiet, lively, large] = [
    await bench.createTribe(person()),
    await bench.createTribe(person()),
    await bench.createTribe(person()),
  ];
  await bench.join(large, person(), person(), person());
  bench.clock.advance((suggestionDays + 1) * dayMs);
  await bench.join(lively, person());
  const reasons = (await reasonsTo(viewer)).filter(([id]) => [quiet, lively, large].includes(Number(id)));
  expect(reasons).toEqual([
    [lively, { kind: 'newMembers', count: 1 }],
    [large, { kind: 'members', count: 4 }],
    [quiet, { kind: 'members', count: 1 }],
  ]);
  expect(await idsTo(viewer)).not.toContain(homininiId);
  expect((await read(undefined)).status).toBe(401);
});

test('the reasons come from what one follows and shares: led by followed people, followed tags, tags of own tribes', async () => {
  const { viewer, tag } = follower();
  const [leader, ownTag] = [person(), unique('propia')];
  bench.identity.follows.set(viewer.id, { tags: [tag], followedIds: [leader.id] });
  const own = await bench.createTribe(person(), { name: unique('Propia'), tags: [ownTag, 'otra'] });
  await bench.join(own, viewer);
  const like = await bench.createTribe(person(), { tags: [ownTag] });
  const tagged = await bench.createTribe(person(), { tags: [tag, ownTag] });
  const led = await bench.createTribe(leader);
  const found = await suggestedTo(viewer);
  const ownName = (await bench.rpc.getTribes({ ids: [own] })).tribes[0]?.name;
  expect(found.slice(0, 3).map(({ tribe, reason }) => [tribe.id, reason])).toEqual([
    [led, { kind: 'ledByFollowed', user: expect.objectContaining({ id: leader.id, name: `Nombre de ${leader.id}` }) }],
    [tagged, { kind: 'tagsYouFollow', tags: [tag] }],
    [like, { kind: 'likeYourTribe', tribe: { id: own, name: ownName }, tags: [ownTag] }],
  ]);
  expect(found.map(({ tribe }) => tribe.id)).not.toContain(own);
});

test('invisible tribes and those that banned or rejected one are never suggested, also to admins', async () => {
  const { viewer, tag } = follower();
  const owner = person();
  const invisible = await bench.createTribe(person(), { tags: [tag], isInvisible: true });
  const banning = await bench.createTribe(owner, { tags: [tag] });
  await bench.service.as(owner).post(`/tribes/${banning}/bans`, { userId: viewer.id, reason: 'Insultos repetidos' });
  const rejecting = await bench.createTribe(owner, { tags: [tag], isPrivate: true });
  await bench.service.as(viewer).post(`/tribes/${rejecting}/join-request`);
  await bench.service.as(owner).post(`/tribes/${rejecting}/members/${viewer.id}/reject`);
  const open = await bench.createTribe(person(), { tags: [tag] });
  const tagged = (await suggestedTo(viewer)).filter(({ tribe }) => tribe.tags.includes(tag));
  expect(tagged.map(({ tribe }) => tribe.id)).toEqual([open]);
  bench.identity.follows.set(admin.id, { tags: [tag] });
  expect(await idsTo(admin)).not.toContain(invisible);
});

test('a private tribe shows nothing but its size, and a requested membership is marked', async () => {
  const { viewer, tag } = follower();
  const leader = person();
  bench.identity.follows.set(viewer.id, { tags: [tag], followedIds: [leader.id] });
  const id = await bench.createTribe(leader, { tags: [tag], isPrivate: true });
  bench.clock.advance((suggestionDays + 1) * dayMs);
  const other = await bench.createTribe(leader, { isPrivate: true });
  await bench.sql('update tribes set members_count = 1000 where id = $1', [other]);
  await bench.service.as(viewer).post(`/tribes/${id}/join-request`);
  const found = await suggestedTo(viewer);
  const [first] = found;
  expect(first).toMatchObject({ tribe: { id, membership: { status: 'pending' } }, reason: { kind: 'tagsYouFollow' } });
  expect(found.find(({ tribe }) => tribe.id === other)?.reason).toEqual({ kind: 'members', count: 1_000 });
  expect(JSON.stringify(found)).not.toContain(leader.id);
});

test('tribes with muted tags or words and muted tribes are left out, and a blocked or deleted leader is not named', async () => {
  const { viewer, tag } = follower();
  const [muted, blocked] = [unique('muda'), person()];
  const deleted = person(unique('gone'));
  bench.identity.follows.set(viewer.id, { tags: [tag], followedIds: [blocked.id, deleted.id] });
  bench.identity.block(blocked.id, viewer.id);
  const ofBlocked = await bench.createTribe(blocked, { tags: [tag] });
  const ofDeleted = await bench.createTribe(deleted, { tags: [tag] });
  await bench.createTribe(person(), { tags: [tag, muted] });
  await bench.createTribe(person(), { tags: [tag], description: 'Hablemos de Política' });
  const mutedTribe = await bench.createTribe(person(), { tags: [tag] });
  bench.identity.mute(viewer.id, { mutedTags: [muted], mutedWords: ['politica'], mutedTribeIds: [mutedTribe] });
  const tagged = (await suggestedTo(viewer)).filter(({ tribe }) => tribe.tags.includes(tag));
  expect(tagged.map(({ tribe, reason }) => [tribe.id, reason.kind])).toEqual([
    [ofBlocked, 'tagsYouFollow'],
    [ofDeleted, 'tagsYouFollow'],
  ]);
});

test('there are a few suggestions, the larger tribes first among equal reasons, and deleted ones vanish', async () => {
  const { viewer, tag } = follower();
  const ids: number[] = [];
  for (let i = 0; i <= sentTribes; i += 1) ids.push(await bench.createTribe(person(), { tags: [tag] }));
  const [first = 0, , third = 0] = ids;
  await bench.join(third, person());
  const expected = [third, ...ids.filter((id) => id !== third)];
  expect(await idsTo(viewer)).toEqual(expected.slice(0, sentTribes));
  await bench.service.as(admin).delete(`/tribes/${first}`, {});
  expect(await idsTo(viewer)).toEqual(expected.filter((id) => id !== first));
});

test('dismissed tribes do not appear, whatever their number, and others take their room', async () => {
  const { viewer, tag } = follower();
  const ids: number[] = [];
  for (let i = 0; i < suggestionCandidates + 2; i += 1) ids.push(await bench.createTribe(person(), { tags: [tag] }));
  const remaining = ids.slice(-2);
  bench.identity.dismissed.set(viewer.id, { tribeIds: ids.slice(0, -2) });
  const tagged = (await suggestedTo(viewer)).filter(({ tribe }) => tribe.tags.includes(tag));
  expect(tagged.map(({ tribe }) => tribe.id)).toEqual(remaining);
});
