import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { AuditRecorded, MemberJoined, MemberLeft, MemberRoleChanged } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const admin = userActor('jefa', { role: 'admin' });
const as = () => bench.service.as(admin);
const of = (userId: string, tribeId?: number) => `/admin/users/${userId}/memberships${tribeId ? `/${tribeId}` : ''}`;

test("an admin lists a user's tribes, adds the user to one, and changes their role to officer and back", async () => {
  const tribeId = await bench.createTribe(person(), { isPrivate: true });
  const { id } = person();
  expect((await as().get(of(id))).body).toEqual({ items: [] });
  expect((await as().post(of(id), { tribeId })).status).toBe(201);
  expect((await as().get(of(id))).body.items).toMatchObject([{ tribeId, role: 'member', status: 'active' }]);
  expect((await as().post(of(id), { tribeId })).status).toBe(409);
  expect((await as().put(of(id, tribeId), { role: 'officer' })).status).toBe(200);
  expect((await as().get(of(id))).body.items).toMatchObject([{ tribeId, role: 'officer' }]);
  expect((await as().delete(of(id, tribeId))).status).toBe(200);
  expect((await as().delete(of(id, tribeId))).status).toBe(404);
  const about = { tribeId, userId: id };
  expect(await bench.events(MemberJoined)).toContainEqual(expect.objectContaining(about));
  expect(await bench.events(MemberRoleChanged)).toContainEqual(expect.objectContaining({ ...about, role: 'officer' }));
  expect(await bench.events(MemberLeft)).toContainEqual({ ...about, reason: 'removed' });
  const noted = (await bench.events(AuditRecorded)).filter(({ targetId }) => targetId === id);
  expect(noted.map(({ entry }) => [entry?.action, entry?.actorId])).toEqual([
    ['membership_added', 'jefa'],
    ['membership_role_changed', 'jefa'],
    ['membership_removed', 'jefa'],
  ]);
});

test('an admin can neither change, remove nor appoint the owner of a tribe', async () => {
  const owner = person();
  const tribeId = await bench.createTribe(owner);
  for (const response of [
    await as().put(of(owner.id, tribeId), { role: 'member' }),
    await as().delete(of(owner.id, tribeId)),
    await as().post(of(owner.id), { tribeId }),
  ])
    expect([response.status, response.body.code]).toEqual([409, 'owner_fixed']);
  expect((await as().put(of(person().id, tribeId), { role: 'owner' })).status).toBe(400);
});

test('an admin changes no membership of hominini, of an unknown tribe or of an unknown person', async () => {
  const { id } = person();
  await bench.rpc.ensureHomininiMember({ userId: id });
  expect((await as().delete(of(id, 38))).body.code).toBe('hominini_locked');
  expect((await as().post(of(id), { tribeId: 2_000_000_000 })).status).toBe(404);
  const tribeId = await bench.createTribe(person());
  expect((await as().post(of(unique('gone')), { tribeId })).status).toBe(404);
  expect((await as().put(of(person().id, tribeId), { role: 'officer' })).status).toBe(404);
});

test('only site admins use these routes, not the owner of the tribe', async () => {
  const owner = person();
  const tribeId = await bench.createTribe(owner);
  expect((await bench.service.as(owner).post(of(person().id), { tribeId })).status).toBe(403);
  expect((await bench.service.as(owner).get(of(owner.id))).status).toBe(403);
});
