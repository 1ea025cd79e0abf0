import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listedBlocksMax } from '@tribus/community/limits.ts';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserBlocked } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const namedUser = (name: string): Actor => person(unique(name));
const idsOf = (members: { user: { id: string } }[]) => members.map(({ user }) => user.id);
const membersOf = async (viewer: Actor, tribeId: number, query = '') =>
  idsOf((await bench.service.as(viewer).get(`/tribes/${tribeId}/members${query}`)).body.items);

/** A tribe with an owner and three members; `ana` and `leo` are blocked from each other. */
async function createBlockedPair() {
  const [owner, ana, leo, eva] = [namedUser('Olga'), namedUser('Ana'), namedUser('Leo'), namedUser('Eva')];
  const id = await bench.createTribe(owner);
  await bench.join(id, ana, leo, eva);
  bench.identity.block(ana.id, leo.id);
  return { owner, id, ana, leo, eva };
}

test("blocked users do not see each other among a tribe's members, and pages are full", async () => {
  const { owner, id, ana, leo, eva } = await createBlockedPair();
  expect(await membersOf(ana, id)).toEqual([owner.id, ana.id, eva.id]);
  expect(await membersOf(ana, id, '?limit=3')).toHaveLength(3);
  expect(await membersOf(leo, id)).toEqual([owner.id, leo.id, eva.id]);
  expect(await membersOf(ana, id, `?q=${leo.id}`)).toEqual([]);
  const page = await bench.service.as(ana).get(`/tribes/${id}`);
  expect(idsOf(page.body.members)).not.toContain(leo.id);
});

test('blocked users do not see each other among the members of all their tribes', async () => {
  const { id, ana, leo } = await createBlockedPair();
  const fellows = async (viewer: Actor) =>
    idsOf((await bench.service.as(viewer).get(`/tribes/@me/members?tribeId=${id}`)).body.items);
  expect(await fellows(ana)).not.toContain(leo.id);
  expect(await fellows(leo)).not.toContain(ana.id);
  expect((await bench.service.as(ana).get('/tribes/@me/members?q=leo')).body.items).toEqual([]);
});

test('a member blocked by more people than are listed does not see the others among the members either', async () => {
  const [owner, ana, leo, eva] = [namedUser('Olga'), namedUser('Ana'), namedUser('Leo'), namedUser('Eva')];
  const id = await bench.createTribe(owner);
  await bench.join(id, ana, leo, eva);
  for (let count = 0; count < listedBlocksMax; count += 1) bench.identity.block(unique('lejana'), leo.id);
  bench.identity.block(ana.id, leo.id);
  expect(await membersOf(leo, id)).toEqual([owner.id, leo.id, eva.id]);
  expect(await membersOf(ana, id)).toEqual([owner.id, ana.id, eva.id]);
});

test('a moderator sees blocked members and requesters, but cannot message them', async () => {
  const { owner, id, leo } = await createBlockedPair();
  bench.identity.block(leo.id, owner.id);
  const { body } = await bench.service.as(owner).get(`/tribes/${id}/members`);
  const shown = body.items.find(({ user }: { user: { id: string } }) => user.id === leo.id);
  expect(shown.user).toMatchObject({ name: `Nombre de ${leo.id}`, canMessage: false });
  expect(await membersOf(leo, id)).not.toContain(owner.id);
});

test('a new block takes effect with its event while the list is polled', async () => {
  const [owner, ana, leo] = [namedUser('Olga'), namedUser('Ana'), namedUser('Leo')];
  const id = await bench.createTribe(owner);
  await bench.join(id, ana, leo);
  expect(await membersOf(ana, id)).toHaveLength(3);
  bench.identity.block(leo.id, ana.id);
  await bench.publishOnly(UserBlocked, { userId: leo.id, blockedId: ana.id, tribeId: 0 });
  await until(async () => (await membersOf(ana, id)).length === 2, 'the other is no longer listed');
});
