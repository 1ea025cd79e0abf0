import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { SuggestedPeople } from '../api/discovery.ts';
import { sentPeople } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const read = (viewer: Actor | undefined) => bench.service.as(viewer).get('/discover/people');
const suggestedTo = async (viewer: Actor): Promise<SuggestedPeople['items']> => (await read(viewer)).body.items;
const idsFor = async (viewer: Actor): Promise<string[]> => (await suggestedTo(viewer)).map(({ user }) => user.id);
const publish = (author: Actor, tribeId: number, more = {}) =>
  bench.publishPost(author, tribeId, { content: unique('texto'), ...more });

test('people come in the order of the reasons: followers, several common tribes, followed tags, one common tribe, hominini', async () => {
  const [first, second] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const [viewer, close, about, fellow] = [person(), person(), person(), person()];
  for (const user of [viewer, close, about, fellow]) bench.tribes.setMembership(first, user);
  for (const user of [viewer, close]) bench.tribes.setMembership(second, user);
  bench.tribes.setMembership(homininiId, viewer);
  const [follower, elsewhere] = [person(), bench.tribes.addMember(homininiId)];
  bench.identity.followers.set(viewer.id, [follower.id]);
  bench.identity.follows.set(viewer.id, { tags: ['pan'] });
  await publish(about, first, { tags: 'pan' });
  for (let i = 0; i < 2; i += 1) await publish(elsewhere, homininiId);
  const tribe = { id: first, name: `Tribu ${first}` };
  const reasons = (await suggestedTo(viewer)).map(({ user, reason }) => [user.id, reason]);
  const expected = [
    [follower.id, { kind: 'followsYou' }],
    [close.id, { kind: 'sharedTribes', count: 2, tribe }],
    [about.id, { kind: 'writesAbout', tags: ['pan'] }],
    [fellow.id, { kind: 'sharedTribes', count: 1, tribe }],
    [elsewhere.id, { kind: 'writes', tribe: { id: homininiId, name: 'hominini' } }],
  ];
  expect(reasons.filter(([id]) => expected.some(([other]) => id === other))).toEqual(expected);
  expect((await read(undefined)).status).toBe(401);
});

test('a newcomer is offered authors of hominini, and nobody from tribes of which they are not a member', async () => {
  const author = bench.tribes.addMember(homininiId);
  const tribeId = bench.tribes.createTribe(person(), { isPrivate: true });
  const outsider = bench.tribes.addMember(tribeId);
  await publish(author, homininiId);
  await publish(outsider, tribeId);
  const newcomer = bench.tribes.addMember(homininiId);
  expect(await idsFor(newcomer)).toContain(author.id);
  expect(await idsFor(newcomer)).not.toContain(outsider.id);
  expect(await suggestedTo(person())).toEqual([]);
});

test('followed, blocked, muted, suspended and deleted people never appear, nor does the viewer', async () => {
  const tribeId = bench.tribes.createTribe(person('gone-owner'));
  const viewer = bench.tribes.addMember(tribeId);
  const member = () => bench.tribes.addMember(tribeId);
  const [shown, followed, blocked, blocking, muted] = [member(), member(), member(), member(), member()];
  const [mutedHere, sanctioned] = [member(), member()];
  bench.tribes.setMembership(tribeId, person(unique('gone')));
  bench.identity.follows.set(viewer.id, { followedIds: [followed.id] });
  bench.identity.block(viewer.id, blocked.id);
  bench.identity.block(blocking.id, viewer.id, tribeId);
  const ofMuted = { userId: muted.id, tribeId: 0 };
  bench.identity.mute(viewer.id, { muted: [ofMuted, { userId: mutedHere.id, tribeId }] });
  bench.identity.sanctioned.add(sanctioned.id);
  const followers = [blocked, blocking, muted, sanctioned, person(unique('gone'))];
  bench.identity.followers.set(
    viewer.id,
    followers.map(({ id }) => id),
  );
  for (const author of [viewer, followed, muted, sanctioned]) await publish(author, tribeId);
  expect(await idsFor(viewer)).toEqual([shown.id]);
});

test('dismissed people do not appear, and others take their room', async () => {
  const tribeId = bench.tribes.createTribe(person('gone-dismissed'));
  const viewer = bench.tribes.addMember(tribeId);
  const members = Array.from({ length: sentPeople + 2 }, () => bench.tribes.addMember(tribeId).id);
  const [first = '', second = ''] = await idsFor(viewer);
  bench.identity.dismissed.set(viewer.id, { userIds: [first, second] });
  expect((await idsFor(viewer)).toSorted()).toEqual(members.filter((id) => id !== first && id !== second).toSorted());
});

test('followers come newest first, also those who share a tribe', async () => {
  const tribeId = bench.tribes.createTribe(person('gone-d'));
  const viewer = bench.tribes.addMember(tribeId);
  const [newest, fellow, oldest] = [person(), bench.tribes.addMember(tribeId), person()];
  const ids = [newest, fellow, oldest].map(({ id }) => id);
  bench.identity.followers.set(viewer.id, ids);
  expect(await idsFor(viewer)).toEqual(ids);
});

test('a person hidden by their level appears only through a tribe that shows their name, and only it is counted', async () => {
  const [steep, open] = [bench.tribes.createTribe(person('gone-a')), bench.tribes.createTribe(person('gone-b'))];
  const viewer = bench.tribes.addMember(steep);
  const above = bench.tribes.addMember(steep, { levelOrder: 4 });
  await publish(above, steep);
  bench.identity.follows.set(viewer.id, { tags: ['pan'] });
  await publish(above, steep, { tags: 'pan' });
  expect(await suggestedTo(viewer)).toEqual([]);
  for (const user of [viewer, above]) bench.tribes.setMembership(open, user);
  const items = await suggestedTo(viewer);
  expect(items).toEqual([
    {
      user: expect.objectContaining({ id: above.id, restrictedHigher: false }),
      reason: { kind: 'sharedTribes', count: 1, tribe: { id: open, name: `Tribu ${open}` } },
    },
  ]);
});

test('agents are marked, and there are sixteen people at most', async () => {
  const tribeId = bench.tribes.createTribe(person('gone-c'));
  const viewer = bench.tribes.addMember(tribeId);
  const agent = person(unique('agente'));
  bench.tribes.setMembership(tribeId, agent);
  expect((await suggestedTo(viewer)).map(({ user }) => [user.id, user.isAgent])).toEqual([[agent.id, true]]);
  for (let i = 0; i < sentPeople; i += 1) bench.tribes.addMember(tribeId);
  expect(await idsFor(viewer)).toHaveLength(sentPeople);
});
