import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UserDeleted, UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import {
  JoinResolved,
  MemberJoined,
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
  TribeDeleted,
} from '@tribus/proto/tribes/v1/events.ts';
import { openStage, person, type Stage, unique } from './bench.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close(), 60_000);

const homininiCount = async () => (await stage.rpc.getTribes({ ids: [38] })).tribes[0]?.membersCount ?? 0;

test('who registers is a member of hominini, once, however they arrive', async () => {
  const { id: userId } = person();
  const before = await homininiCount();
  const [asked] = await Promise.all([
    stage.rpc.ensureHomininiMember({ userId }),
    ...Array.from({ length: 10 }, () => stage.rpc.ensureHomininiMember({ userId })),
    stage.say(UserRegistered, { userId }),
  ]);
  expect(asked.membership).toMatchObject({ tribeId: 38, userId, status: 'active', role: 'member', levelOrder: 1 });
  await stage.say(UserRegistered, { userId });
  expect(await homininiCount()).toBe(before + 1);
  const joined = (await stage.events(MemberJoined)).filter((event) => event.userId === userId);
  expect(joined).toEqual([{ tribeId: 38, userId, role: 'member', levelOrder: 1 }]);
});

test('the event alone makes a member too', async () => {
  const { id: userId } = person();
  await stage.say(UserRegistered, { userId });
  const { memberships } = await stage.rpc.getMemberships({ userId, tribeIds: [38] });
  expect(memberships).toMatchObject([{ status: 'active', joinedAt: stage.clock.now().toISOString() }]);
});

test('who deletes their account leaves every tribe, and their requests are over', async () => {
  const [owner, leaver] = [person(), person()];
  const [open, closed] = [await stage.found(owner), await stage.found(owner, { isPrivate: true })];
  await stage.rpc.ensureHomininiMember({ userId: leaver.id });
  await stage.join(open, leaver);
  await stage.service.as(leaver).post(`/tribes/${closed}/join-request`);
  const before = await homininiCount();

  await stage.say(UserDeleted, { userId: leaver.id });
  await stage.say(UserDeleted, { userId: leaver.id });
  const { memberships } = await stage.rpc.listMemberships({ userId: leaver.id, statuses: ['active', 'pending'] });
  expect(memberships).toEqual([]);
  expect(await homininiCount()).toBe(before - 1);
  expect((await stage.service.as(owner).get(`/tribes/${open}`)).body.membersCount).toBe(1);
  const left = (await stage.events(MemberLeft)).filter(({ userId }) => userId === leaver.id);
  expect(left).toEqual([38, open].map((tribeId) => ({ tribeId, userId: leaver.id, reason: 'user_deleted' })));
  expect(await stage.events(JoinResolved)).toContainEqual(
    expect.objectContaining({ tribeId: closed, userId: leaver.id, status: 'cancelled' }),
  );
});

test('what somebody owned passes to the member who has been there longest, else it ends', async () => {
  const [owner, first, second] = [person(), person(), person()];
  const peopled = await stage.found(owner);
  const lonely = await stage.found(owner);
  stage.clock.advance(1_000);
  await stage.join(peopled, first);
  stage.clock.advance(1_000);
  await stage.join(peopled, second);

  await stage.say(UserDeleted, { userId: owner.id });
  const [tribe, gone] = (await stage.rpc.getTribes({ ids: [peopled, lonely] })).tribes;
  expect(tribe).toMatchObject({ id: peopled, ownerId: first.id, membersCount: 2 });
  expect(gone).toBeUndefined();
  expect((await stage.service.as(first).get(`/tribes/${peopled}`)).body.membership).toEqual({
    status: 'active',
    role: 'owner',
    levelOrder: 5,
  });
  const about = { tribeId: peopled, userId: first.id };
  expect(await stage.events(MemberRoleChanged)).toEqual([{ ...about, role: 'owner', previousRole: 'member' }]);
  expect(await stage.events(MemberLevelChanged)).toEqual([{ ...about, levelOrder: 5, previousLevelOrder: 1 }]);
  expect((await stage.events(TribeDeleted)).map(({ tribeId }) => tribeId)).toEqual([lonely]);
});

test('an inherited tribe counts among those one owns', async () => {
  const [owner, heir] = [person(), person()];
  const inherited = await stage.found(owner);
  await stage.join(inherited, heir);
  for (let index = 0; index < 3; index++) await stage.found(heir);
  await stage.say(UserDeleted, { userId: owner.id });
  const founding = () => stage.service.as(heir).post('/tribes', { name: unique('Otra') });
  expect((await stage.service.as(heir).delete(`/tribes/${inherited}`)).status).toBe(200);
  expect((await founding()).body.code).toBe('tribe_limit');
});
