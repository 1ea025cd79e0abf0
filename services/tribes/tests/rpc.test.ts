import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import { openStage, person, type Stage } from './bench.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close(), 60_000);

test('tribes are told by id; those that do not exist are left out', async () => {
  const owner = person();
  const id = await stage.found(owner, { description: 'Vale', tags: ['uno'], isPrivate: true });
  const { tribes } = await stage.rpc.getTribes({ ids: [id, 38, 99_999, -4, id] });
  expect(new Map(tribes.map((tribe) => [tribe.id, tribe]))).toEqual(
    new Map([
      [
        38,
        expect.objectContaining({ name: 'hominini', isHominini: true, ownerId: '', imageUrl: '', isPrivate: false }),
      ],
      [
        id,
        expect.objectContaining({
          description: 'Vale',
          tags: ['uno'],
          ownerId: owner.id,
          isHominini: false,
          isPrivate: true,
          requiresApproval: true,
          membersCount: 1,
        }),
      ],
    ]),
  );
  expect((await stage.rpc.getTribes({ ids: [] })).tribes).toEqual([]);
});

test('one person’s memberships hold a line for each tribe that exists', async () => {
  const [owner, asker] = [person(), person()];
  const [own, closed] = [await stage.found(owner), await stage.found(person(), { isPrivate: true })];
  await stage.service.as(owner).post(`/tribes/${closed}/join-request`);
  const { memberships, tribes } = await stage.rpc.getMemberships({ userId: owner.id, tribeIds: [own, closed, 38, 4] });
  const joinedAt = stage.clock.now().toISOString();
  expect(memberships.sort((a, b) => a.tribeId - b.tribeId)).toEqual([
    { tribeId: 38, userId: owner.id, status: 'none', role: 'none', levelOrder: 0, joinedAt: '' },
    { tribeId: own, userId: owner.id, status: 'active', role: 'owner', levelOrder: 5, joinedAt },
    { tribeId: closed, userId: owner.id, status: 'pending', role: 'member', levelOrder: 0, joinedAt: '' },
  ]);
  expect(tribes).toHaveLength(3);
  const visitor = await stage.rpc.getMemberships({ userId: '', tribeIds: [own] });
  expect(visitor.memberships).toMatchObject([{ userId: '', status: 'none' }]);
  expect((await stage.rpc.getMemberships({ userId: asker.id, tribeIds: [] })).memberships).toEqual([]);
});

test('memberships in one tribe hold a line for each person asked', async () => {
  const [owner, member] = [person(), person()];
  const id = await stage.found(owner);
  await stage.join(id, member);
  const userIds = [member.id, 'nobody', '', owner.id, member.id];
  const { tribe, memberships } = await stage.rpc.getMembershipsInTribe({ tribeId: id, userIds });
  expect(tribe).toMatchObject({ id, membersCount: 2 });
  expect(memberships.map(({ userId, status, role }) => [userId, status, role])).toEqual([
    [member.id, 'active', 'member'],
    ['nobody', 'none', 'none'],
    ['', 'none', 'none'],
    [owner.id, 'active', 'owner'],
  ]);
  expect((await stage.rpc.getMembershipsInTribe({ tribeId: id, userIds: [] })).tribe?.id).toBe(id);
  await expect(stage.rpc.getMembershipsInTribe({ tribeId: 4, userIds: [owner.id] })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('memberships are the active ones unless others are asked for', async () => {
  const me = person();
  const own = await stage.found(me);
  const closed = await stage.found(person(), { isPrivate: true });
  await stage.service.as(me).post(`/tribes/${closed}/join-request`);
  const of = async (...statuses: MembershipStatus[]) =>
    (await stage.rpc.listMemberships({ userId: me.id, statuses })).memberships.map(({ tribe }) => tribe?.id);
  expect(await of()).toEqual([own]);
  expect(await of('pending')).toEqual([closed]);
  expect((await of('active', 'pending')).sort()).toEqual([own, closed].sort());
  expect(await of('rejected')).toEqual([]);
});

test('member ids come by pages, of all roles or some', async () => {
  const owner = person();
  const id = await stage.found(owner);
  const members = Array.from({ length: 5 }, () => person());
  await stage.join(id, ...members);
  const all: string[] = [];
  let cursor = '';
  do {
    const page = await stage.rpc.listMemberIds({ tribeId: id, roles: [], cursor, limit: 2 });
    all.push(...page.userIds);
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(all).toEqual([owner, ...members].map((actor) => actor.id).sort());
  const leads = await stage.rpc.listMemberIds({ tribeId: id, roles: ['owner', 'officer'], cursor: '', limit: 0 });
  expect(leads).toEqual({ userIds: [owner.id], nextCursor: '' });
  const ask = (tribeId: number, given: string) =>
    stage.rpc.listMemberIds({ tribeId, roles: [], cursor: given, limit: 0 });
  await expect(ask(4, '')).rejects.toMatchObject({ code: 'not_found' });
  await expect(ask(id, 'forged')).rejects.toMatchObject({ code: 'bad_cursor' });
});
