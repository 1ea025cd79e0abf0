import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted, UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import {
  JoinResolved,
  MemberJoined,
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
  TribeDeleted,
} from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const homininiCount = async () => (await bench.rpc.getTribes({ ids: [38] })).tribes[0]?.membersCount ?? 0;

test('registration by rpc and by event adds one membership of hominini', async () => {
  const { id: userId } = person();
  const before = await homininiCount();
  const [firstResponse] = await Promise.all([
    bench.rpc.ensureHomininiMember({ userId }),
    ...Array.from({ length: 10 }, () => bench.rpc.ensureHomininiMember({ userId })),
    bench.publish(UserRegistered, { userId }),
  ]);
  expect(firstResponse.membership).toMatchObject({
    tribeId: 38,
    userId,
    status: 'active',
    role: 'member',
    levelOrder: 1,
  });
  await bench.publish(UserRegistered, { userId });
  expect(await homininiCount()).toBe(before + 1);
  const joined = (await bench.events(MemberJoined)).filter((event) => event.userId === userId);
  expect(joined).toEqual([{ tribeId: 38, userId, role: 'member', levelOrder: 1 }]);
});

test('the event alone adds the membership', async () => {
  const { id: userId } = person();
  await bench.publish(UserRegistered, { userId });
  const { memberships } = await bench.rpc.getMemberships({ userId, tribeIds: [38] });
  expect(memberships).toMatchObject([{ status: 'active', joinedAt: bench.clock.now().toISOString() }]);
});

test('deleting an account ends its memberships and requests', async () => {
  const [owner, leaver] = [person(), person()];
  const [open, closed] = [await bench.createTribe(owner), await bench.createTribe(owner, { isPrivate: true })];
  await bench.rpc.ensureHomininiMember({ userId: leaver.id });
  await bench.join(open, leaver);
  await bench.service.as(leaver).post(`/tribes/${closed}/join-request`);
  const before = await homininiCount();

  await bench.publish(UserDeleted, { userId: leaver.id });
  await bench.publish(UserDeleted, { userId: leaver.id });
  const { memberships } = await bench.rpc.listMemberships({ userId: leaver.id, statuses: ['active', 'pending'] });
  expect(memberships).toEqual([]);
  expect(await homininiCount()).toBe(before - 1);
  expect((await bench.service.as(owner).get(`/tribes/${open}`)).body.membersCount).toBe(1);
  const left = (await bench.events(MemberLeft)).filter(({ userId }) => userId === leaver.id);
  expect(left).toEqual([38, open].map((tribeId) => ({ tribeId, userId: leaver.id, reason: 'user_deleted' })));
  expect(await bench.events(JoinResolved)).toContainEqual(
    expect.objectContaining({ tribeId: closed, userId: leaver.id, status: 'cancelled' }),
  );
});

test('a deleted account joins no tribe, neither by a late request nor by an approval', async () => {
  const [owner, leaver] = [person(), person()];
  const [open, closed] = [await bench.createTribe(owner), await bench.createTribe(owner, { isPrivate: true })];
  await bench.publish(UserDeleted, { userId: leaver.id });
  const late = bench.service.as(leaver);
  for (const response of [
    await late.post(`/tribes/${open}/join`),
    await late.post(`/tribes/${closed}/join-request`),
    await late.post('/tribes', { name: unique('Tarde') }),
  ])
    expect([response.status, response.body.code]).toEqual([401, 'unauthenticated']);
  const asAdmin = bench.service.as(userActor('jefa', { role: 'admin' }));
  expect((await asAdmin.post(`/admin/users/${leaver.id}/memberships`, { tribeId: open })).status).toBe(404);
  await expect(bench.rpc.ensureHomininiMember({ userId: leaver.id })).rejects.toMatchObject({ code: 'not_found' });
  await bench.publish(UserRegistered, { userId: leaver.id });
  const { memberships } = await bench.rpc.listMemberships({ userId: leaver.id, statuses: ['active', 'pending'] });
  expect(memberships).toEqual([]);
});

test("a deleted owner's tribe passes to the longest-serving member, or is deleted", async () => {
  const [owner, first, second] = [person(), person(), person()];
  const peopled = await bench.createTribe(owner);
  const lonely = await bench.createTribe(owner);
  bench.clock.advance(1_000);
  await bench.join(peopled, first);
  bench.clock.advance(1_000);
  await bench.join(peopled, second);

  await bench.publish(UserDeleted, { userId: owner.id });
  const [tribe, deletedTribe] = (await bench.rpc.getTribes({ ids: [peopled, lonely] })).tribes;
  expect(tribe).toMatchObject({ id: peopled, ownerId: first.id, membersCount: 2 });
  expect(deletedTribe).toBeUndefined();
  expect((await bench.service.as(first).get(`/tribes/${peopled}`)).body.membership).toEqual({
    status: 'active',
    role: 'owner',
    levelOrder: 5,
  });
  const about = { tribeId: peopled, userId: first.id };
  expect(await bench.events(MemberRoleChanged)).toEqual([{ ...about, role: 'owner', previousRole: 'member' }]);
  expect(await bench.events(MemberLevelChanged)).toEqual([
    { ...about, levelOrder: 5, previousLevelOrder: 1, cause: 'role' },
  ]);
  expect((await bench.events(TribeDeleted)).map(({ tribeId }) => tribeId)).toEqual([lonely]);
});

test("a deleted owner's tribe passes to an unrestricted member, or releases the only one from the restriction", async () => {
  const [owner, restricted, successor] = [person(), person(), person()];
  const tribeId = await bench.createTribe(owner);
  await bench.join(tribeId, restricted, successor);
  const path = `/tribes/${tribeId}/members/${restricted.id}`;
  const endsAt = new Date(bench.clock.now().getTime() + 7 * dayMs).toISOString();
  await bench.service.as(owner).put(`${path}/restriction`, { reason: 'Para calmarnos', endsAt });
  const ownerOf = async () => (await bench.rpc.getTribes({ ids: [tribeId] })).tribes[0]?.ownerId;
  await bench.publish(UserDeleted, { userId: owner.id });
  expect(await ownerOf()).toBe(successor.id);
  await bench.publish(UserDeleted, { userId: successor.id });
  expect(await ownerOf()).toBe(restricted.id);
  expect((await bench.service.as(restricted).put(`/tribes/${tribeId}`, { description: 'Sigo' })).status).toBe(200);
});

test('a successor above level 5 keeps their level', async () => {
  const [owner, successor] = [person(), person()];
  const tribeId = await bench.createTribe(owner);
  await bench.join(tribeId, successor);
  await bench.sql('update members set level_order = 7 where tribe_id = $1 and user_id = $2', [tribeId, successor.id]);
  await bench.publish(UserDeleted, { userId: owner.id });
  const { membership } = (await bench.service.as(successor).get(`/tribes/${tribeId}`)).body;
  expect(membership).toMatchObject({ role: 'owner', levelOrder: 7 });
  expect((await bench.events(MemberLevelChanged)).filter((event) => event.tribeId === tribeId)).toEqual([]);
});

test('an inherited tribe counts as owned', async () => {
  const [owner, successor] = [person(), person()];
  const inherited = await bench.createTribe(owner);
  await bench.join(inherited, successor);
  for (let index = 0; index < 3; index++) await bench.createTribe(successor);
  await bench.publish(UserDeleted, { userId: owner.id });
  const founding = () => bench.service.as(successor).post('/tribes', { name: unique('Otra') });
  expect((await bench.service.as(successor).delete(`/tribes/${inherited}`)).status).toBe(200);
  expect((await founding()).body.code).toBe('tribe_limit');
});

test("a deleted account's decisions lose its id, also when changed concurrently", async () => {
  const [owner, officer] = [person(), person()];
  const tribeId = await bench.createTribe(owner);
  await bench.sql(
    `insert into bans (id, tribe_id, user_id, reason, authority, by_user_id, created_at)
    select gen_random_uuid(), $1::integer, 'banned' || n, 'x', 'officer', $2::text, now() from generate_series(1, 5) as n`,
    [tribeId, officer.id],
  );
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await bench.transaction(async (run) => {
    await run(`update bans set lifted_at = now() where tribe_id = ${tribeId}`);
    await bench.publish(UserDeleted, { userId: officer.id });
    await until(async () => (await bench.sql(waiting)).length > 0, 'the job waits for the rows');
  });
  await bench.jobsDone();
  const bans = await bench.sql('select by_user_id, lifted_at is null as holds from bans where tribe_id = $1', [
    tribeId,
  ]);
  expect(bans).toEqual(Array(5).fill({ byUserId: null, holds: false }));
});
