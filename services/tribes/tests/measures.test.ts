import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { MemberLeft, MemberRestricted, MemberRoleChanged } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const inTribe = (tribeId: number) => (event: { tribeId: number }) => event.tribeId === tribeId;
const as = (actor: Actor) => bench.service.as(actor);
const inDays = (days: number) => new Date(bench.clock.now().getTime() + days * dayMs).toISOString();

async function setUp(name = 'Ateneo') {
  const [owner, officer, other, member] = [person(), person(), person(), person()];
  const id = await bench.createTribe(owner, { name: `${name} ${owner.id}` });
  await bench.join(id, officer, other, member);
  for (const { id: userId } of [officer, other])
    await as(owner).put(`/tribes/${id}/members/${userId}/role`, { role: 'officer' });
  return { id, name: `${name} ${owner.id}`, owner, officer, other, member };
}
const restrict = (actor: Actor, id: number, userId: string, endsAt = inDays(2)) =>
  as(actor).put(`/tribes/${id}/members/${userId}/restriction`, { reason: 'Para calmarnos', endsAt });
const restrictedUntil = async (tribeId: number, userId: string) =>
  (await bench.rpc.getMembershipsInTribe({ tribeId, userIds: [userId] })).memberships[0]?.restrictedUntil;

test('a restricted member sees end and reason, others get an error when writing, and the restriction expires', async () => {
  const { id, owner, officer, member } = await setUp();
  const endsAt = inDays(2);
  expect((await restrict(officer, id, member.id, endsAt)).status).toBe(200);
  expect(await restrictedUntil(id, member.id)).toBe(endsAt);
  expect((await bench.events(MemberRestricted)).filter(inTribe(id))).toEqual([
    { tribeId: id, userId: member.id, until: endsAt },
  ]);
  const expected = { reason: 'Para calmarnos', authority: 'officer', endsAt };
  const page = (await as(member).get(`/tribes/${id}`)).body;
  expect(page).toMatchObject({ restriction: expected, canRead: true });
  expect(JSON.stringify(page.restriction)).not.toContain(officer.id);
  const listed = async (actor: Actor) =>
    (await as(actor).get(`/tribes/${id}/members`)).body.items.find(
      ({ user }: { user: { id: string } }) => user.id === member.id,
    );
  expect(await listed(owner)).toMatchObject({ restriction: expected, canLift: true, canRestrict: true });
  expect(await listed(member)).not.toHaveProperty('restriction');
  bench.clock.advance(2 * dayMs);
  expect(await restrictedUntil(id, member.id)).toBe('');
  expect((await as(member).get(`/tribes/${id}`)).body.restriction).toBeNull();
});

test('a restricted officer can moderate neither members nor the tribe', async () => {
  const { id, owner, officer, member } = await setUp();
  await restrict(owner, id, officer.id);
  const tries = () =>
    Promise.all([
      as(officer).put(`/tribes/${id}`, { description: 'Mía' }),
      as(officer).post(`/tribes/${id}/invites`, {}),
      as(officer).get(`/tribes/${id}/bans`),
      as(officer).put(`/tribes/${id}/members/${member.id}/restriction`, { reason: 'Porque sí', endsAt: inDays(1) }),
    ]);
  for (const { status, body } of await tries()) expect([status, body.code]).toEqual([403, 'membership_restricted']);
  expect((await as(officer).get(`/tribes/${id}`)).body).toMatchObject({ canRead: true, canModerate: false });
  const { items } = (await as(officer).get(`/tribes/${id}/members`)).body;
  expect(items.some((each: object) => 'canRestrict' in each)).toBe(false);
  await as(owner).delete(`/tribes/${id}/members/${officer.id}/restriction`);
  for (const { status } of await tries()) expect(status).toBeLessThan(300);
});

test('a restriction ends by lifting it, not by leaving and joining again', async () => {
  const { id, owner, officer, member } = await setUp();
  await restrict(owner, id, member.id);
  await as(member).post(`/tribes/${id}/leave`);
  await bench.join(id, member);
  expect(await restrictedUntil(id, member.id)).not.toBe('');
  const lift = (actor: Actor) => as(actor).delete(`/tribes/${id}/members/${member.id}/restriction`);
  expect((await lift(officer)).body.code).toBe('decided_above');
  expect((await lift(owner)).status).toBe(200);
  expect((await lift(owner)).status).toBe(404);
  expect(await restrictedUntil(id, member.id)).toBe('');
  const events = (await bench.events(MemberRestricted)).filter(inTribe(id));
  expect(events.map(({ until }) => until !== '')).toEqual([true, false]);
});

test('a restriction needs a reason, an end within a year, and a member', async () => {
  const { id, owner, member } = await setUp();
  expect((await restrict(owner, id, member.id, inDays(0))).body.code).toBe('end_past');
  expect((await restrict(owner, id, member.id, inDays(366))).body.code).toBe('end_too_far');
  expect((await restrict(owner, id, person().id)).status).toBe(404);
  expect((await restrict(owner, id, owner.id)).body.code).toBe('not_oneself');
});

test.each(['restrict', 'remove'] as const)('officers %s members only, the owner also officers', async (what) => {
  const { id, owner, officer, other, member } = await setUp();
  const act = async (actor: Actor, userId: string) => {
    const { status, body } =
      what === 'restrict'
        ? await restrict(actor, id, userId)
        : await as(actor).delete(`/tribes/${id}/members/${userId}`);
    return body.code ?? status;
  };
  expect(await act(member, other.id)).toBe('forbidden');
  expect(await act(person(), member.id)).toBe('forbidden');
  expect(await act(officer, other.id)).toBe('outranked');
  expect(await act(officer, owner.id)).toBe('outranked');
  expect(await act(officer, officer.id)).toBe('not_oneself');
  expect(await act(officer, member.id)).toBe(200);
  expect(await act(owner, other.id)).toBe(200);
  expect(await act(admin, officer.id)).toBe(200);
});

test('a removed member is no longer a member, the event is emitted once, and they may rejoin', async () => {
  const { id, owner, member } = await setUp();
  const remove = () => as(owner).delete(`/tribes/${id}/members/${member.id}`);
  const responses = await Promise.all(Array.from({ length: 10 }, remove));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  expect((await bench.events(MemberLeft)).filter(inTribe(id))).toEqual([
    { tribeId: id, userId: member.id, reason: 'removed' },
  ]);
  expect((await as(admin).delete(`/tribes/${id}/members/${owner.id}`)).body.code).toBe('owner_fixed');
  expect((await as(admin).delete(`/tribes/38/members/${member.id}`)).status).toBe(404);
  await bench.join(id, member);
});

test('only the owner appoints and dismisses officers', async () => {
  const { id, owner, officer, member } = await setUp();
  const set = async (actor: Actor, userId: string, role: string) => {
    const { status, body } = await as(actor).put(`/tribes/${id}/members/${userId}/role`, { role });
    return body.code ?? status;
  };
  expect(await set(officer, member.id, 'officer')).toBe('forbidden');
  expect(await set(member, member.id, 'officer')).toBe('forbidden');
  expect(await set(owner, member.id, 'owner')).toBe('invalid_input');
  expect(await set(owner, owner.id, 'member')).toBe('owner_fixed');
  expect(await set(owner, person().id, 'officer')).toBe('not_found');
  expect(await set(owner, officer.id, 'member')).toBe(200);
  expect(await set(owner, officer.id, 'member')).toBe(200);
  expect((await as(officer).get(`/tribes/${id}/bans`)).status).toBe(403);
  const changed = (await bench.events(MemberRoleChanged)).filter(
    ({ tribeId, userId }) => tribeId === id && userId === officer.id,
  );
  expect(changed.map(({ role }) => role)).toEqual(['officer', 'member']);
});

test('moderators find members by role and by name', async () => {
  const { id, owner, officer, other, member } = await setUp();
  const ids = async (query: string) =>
    (await as(owner).get(`/tribes/${id}/members?${query}`)).body.items.map(
      ({ user }: { user: { id: string } }) => user.id,
    );
  expect(new Set(await ids('role=officer'))).toEqual(new Set([officer.id, other.id]));
  expect(await ids('role=member')).toEqual([member.id]);
  expect(await ids(`q=${member.id}&role=member`)).toEqual([member.id]);
  expect((await as(owner).get(`/tribes/${id}/members?role=king`)).status).toBe(400);
});
