import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { MemberLevelChanged, OwnershipOfferEnded, OwnershipOffered } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor: Actor) => bench.service.as(actor);
const inTribe = (tribeId: number) => (event: { tribeId: number }) => event.tribeId === tribeId;

async function scene() {
  const [owner, officer, member] = [person(), person(), person()];
  const name = `Ateneo ${owner.id}`;
  const id = await bench.createTribe(owner, { name });
  await bench.join(id, officer, member);
  await as(owner).put(`/tribes/${id}/members/${officer.id}/role`, { role: 'officer' });
  return { id, name, owner, officer, member };
}
type Scene = Pick<Awaited<ReturnType<typeof scene>>, 'id' | 'name'>;

const offer = ({ id, name }: Scene, by: Actor, to: Actor, typed = name) =>
  as(by).post(`/tribes/${id}/owner`, { userId: to.id, name: typed });
const withdraw = ({ id }: Scene, by: Actor) => as(by).delete(`/tribes/${id}/owner`);
const accept = ({ id }: Scene, by: Actor) => as(by).post(`/tribes/${id}/owner/accept`);
const decline = ({ id }: Scene, by: Actor) => as(by).post(`/tribes/${id}/owner/decline`);
const offerSeenBy = async ({ id }: Scene, viewer: Actor) => (await as(viewer).get(`/tribes/${id}`)).body.ownershipOffer;
const ownerOf = async ({ id }: Scene) => (await bench.rpc.getTribes({ ids: [id] })).tribes[0]?.ownerId;
const ended = async ({ id }: Scene) => (await bench.events(OwnershipOfferEnded)).filter(inTribe(id));

test('the owner offers a tribe by typing its name, and ownership passes on acceptance', async () => {
  const tribe = await scene();
  const { id, owner, officer, member } = tribe;
  expect((await offer(tribe, officer, officer)).body.code).toBe('forbidden');
  expect((await offer(tribe, owner, member, 'Otra')).body.code).toBe('name_mismatch');
  for (const refusedPerson of [person(), owner])
    expect((await offer(tribe, owner, refusedPerson)).body.code).toBe('new_owner_no_member');
  expect((await offer(tribe, owner, member)).status).toBe(200);
  expect([await ownerOf(tribe), (await offer(tribe, owner, officer)).body.code]).toEqual([owner.id, 'offer_waits']);
  expect((await bench.events(OwnershipOffered)).filter(inTribe(id))).toEqual([{ tribeId: id, userId: member.id }]);

  expect(await offerSeenBy(tribe, member)).toMatchObject({ user: { id: member.id }, isMine: true });
  for (const viewer of [owner, admin])
    expect(await offerSeenBy(tribe, viewer)).toMatchObject({ user: { id: member.id }, isMine: false });
  expect(await offerSeenBy(tribe, officer)).toBeNull();
  for (const other of [owner, officer, person()]) expect((await accept(tribe, other)).body.code).toBe('no_offer');

  expect((await accept(tribe, member)).status).toBe(200);
  const { memberships } = await bench.rpc.getMembershipsInTribe({ tribeId: id, userIds: [owner.id, member.id] });
  expect(memberships).toMatchObject([
    { userId: owner.id, role: 'officer', levelOrder: 5 },
    { userId: member.id, role: 'owner', levelOrder: 5 },
  ]);
  expect(await ended(tribe)).toEqual([{ tribeId: id, userId: member.id, outcome: 'accepted', ownerId: member.id }]);
  expect([(await offer(tribe, owner, officer)).body.code, await offerSeenBy(tribe, member)]).toEqual([
    'forbidden',
    null,
  ]);
  expect((await as(member).post(`/tribes/${id}/leave`)).body.code).toBe('owner_cannot_leave');
  expect((await as(owner).post(`/tribes/${id}/leave`)).status).toBe(200);
});

test('a restricted member is neither offered a tribe nor accepts one, until the restriction ends', async () => {
  const tribe = await scene();
  const { id, owner, member } = tribe;
  const restriction = `/tribes/${id}/members/${member.id}/restriction`;
  const endsAt = new Date(bench.clock.now().getTime() + dayMs).toISOString();
  const restrict = () => as(owner).put(restriction, { reason: 'Para calmarnos', endsAt });
  await restrict();
  expect((await offer(tribe, owner, member)).body.code).toBe('new_owner_restricted');
  await as(owner).delete(restriction);
  expect((await offer(tribe, owner, member)).status).toBe(200);
  await restrict();
  expect((await accept(tribe, member)).body.code).toBe('membership_restricted');
  expect(await ownerOf(tribe)).toBe(owner.id);
  bench.clock.advance(dayMs);
  expect((await accept(tribe, member)).status).toBe(200);
  expect(await ownerOf(tribe)).toBe(member.id);
});

test('a member above level 5 keeps their level when ownership passes to them', async () => {
  const tribe = await scene();
  const { id, owner, member } = tribe;
  await bench.sql('update members set level_order = 7 where tribe_id = $1 and user_id = $2', [id, member.id]);
  await offer(tribe, owner, member);
  expect((await accept(tribe, member)).status).toBe(200);
  expect((await as(member).get(`/tribes/${id}`)).body.membership).toMatchObject({ role: 'owner', levelOrder: 7 });
  expect((await bench.events(MemberLevelChanged)).filter(inTribe(id))).toEqual([]);
});

test('a declined or withdrawn offer ends, and another may be made', async () => {
  const tribe = await scene();
  const { id, owner, officer, member } = tribe;
  expect((await withdraw(tribe, owner)).body.code).toBe('no_offer');
  await offer(tribe, owner, member);
  expect([(await decline(tribe, officer)).body.code, (await decline(tribe, member)).status]).toEqual(['no_offer', 200]);
  expect((await accept(tribe, member)).body.code).toBe('no_offer');
  await offer(tribe, owner, officer);
  expect([(await withdraw(tribe, member)).status, (await withdraw(tribe, owner)).status]).toEqual([403, 200]);
  expect((await accept(tribe, officer)).body.code).toBe('no_offer');
  expect(await ended(tribe)).toEqual([
    { tribeId: id, userId: member.id, outcome: 'declined', ownerId: owner.id },
    { tribeId: id, userId: officer.id, outcome: 'withdrawn', ownerId: owner.id },
  ]);
  expect(await ownerOf(tribe)).toBe(owner.id);
});

test('an offer ends when its recipient leaves, is banned or deletes their account', async () => {
  const tribe = await scene();
  const { id, owner, officer, member } = tribe;
  await offer(tribe, owner, member);
  await as(member).post(`/tribes/${id}/leave`);
  await bench.join(id, member);
  expect([(await accept(tribe, member)).body.code, await offerSeenBy(tribe, member)]).toEqual(['no_offer', null]);
  await offer(tribe, owner, member);
  await as(owner).post(`/tribes/${id}/bans`, { userId: member.id, reason: 'insultos' });
  expect(await offerSeenBy(tribe, owner)).toBeNull();
  expect((await ended(tribe)).map(({ outcome }) => outcome)).toEqual(['lapsed', 'lapsed']);
  expect((await offer(tribe, owner, officer)).status).toBe(200);
});

test('only one of a concurrent acceptance and withdrawal takes effect', async () => {
  for (let round = 0; round < 8; round++) {
    const tribe = await scene();
    const { owner, member } = tribe;
    await offer(tribe, owner, member);
    const [accepted, withdrawn] = await Promise.all([accept(tribe, member), withdraw(tribe, owner)]);
    expect([accepted.status, withdrawn.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await ownerOf(tribe)).toBe(accepted.status === 200 ? member.id : owner.id);
    expect(await ended(tribe)).toHaveLength(1);
  }
});

test('only one of two concurrent offers succeeds', async () => {
  const tribe = await scene();
  const { owner, officer, member } = tribe;
  const responses = await Promise.all([offer(tribe, owner, officer), offer(tribe, owner, member)]);
  expect(responses.map(({ body }) => body.code ?? 'asked').sort()).toEqual(['asked', 'offer_waits']);
});

test('concurrent acceptances never exceed three owned tribes, and a former owner may create another', async () => {
  const receiver = person();
  const scenes = await Promise.all(Array.from({ length: 5 }, () => scene()));
  for (const { id } of scenes) await bench.join(id, receiver);
  for (const each of scenes) expect((await offer(each, each.owner, receiver)).status).toBe(200);
  const responses = await Promise.all(scenes.map((each) => accept(each, receiver)));
  expect(responses.map(({ status, body }) => body.code ?? status).sort()).toEqual([
    200,
    200,
    200,
    'tribe_limit',
    'tribe_limit',
  ]);
  const late = await scene();
  await bench.join(late.id, receiver);
  expect((await offer(late, late.owner, receiver)).body.code).toBe('new_owner_tribe_limit');
  const accepted = scenes[responses.findIndex(({ status }) => status === 200)];
  for (let more = 0; more < 3; more++) await bench.createTribe(accepted?.owner ?? person());
  expect((await as(receiver).post('/tribes', { name: `Cuarta ${receiver.id}` })).body.code).toBe('tribe_limit');
});

test('two people who accept each other’s tribes concurrently both own one', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await scene(), await scene()];
    await bench.join(one.id, two.owner);
    await bench.join(two.id, one.owner);
    await Promise.all([offer(one, one.owner, two.owner), offer(two, two.owner, one.owner)]);
    const responses = await Promise.all([accept(one, two.owner), accept(two, one.owner)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  }
});
