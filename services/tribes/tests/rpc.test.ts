import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('GetTribes returns tribes by id without unknown ones', async () => {
  const owner = person();
  const id = await bench.createTribe(owner, { description: 'Vale', tags: ['uno'], isPrivate: true });
  const { tribes } = await bench.rpc.getTribes({ ids: [id, 38, 99_999, -4, id] });
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
          levelsCount: 5,
          membersCount: 1,
        }),
      ],
    ]),
  );
  expect((await bench.rpc.getTribes({ ids: [] })).tribes).toEqual([]);
});

test('the memberships of a person contain an entry for each existing tribe', async () => {
  const [owner, requester] = [person(), person()];
  const [own, closed] = [await bench.createTribe(owner), await bench.createTribe(person(), { isPrivate: true })];
  await bench.service.as(owner).post(`/tribes/${closed}/join-request`);
  const { memberships, tribes } = await bench.rpc.getMemberships({ userId: owner.id, tribeIds: [own, closed, 38, 4] });
  const joinedAt = bench.clock.now().toISOString();
  const base = { userId: owner.id, restrictedUntil: '', formerLevelOrder: 0 };
  expect(memberships.sort((a, b) => a.tribeId - b.tribeId)).toEqual([
    { ...base, tribeId: 38, status: 'none', role: 'none', levelOrder: 0, joinedAt: '' },
    { ...base, tribeId: own, status: 'active', role: 'owner', levelOrder: 5, joinedAt },
    { ...base, tribeId: closed, status: 'pending', role: 'member', levelOrder: 0, joinedAt: '' },
  ]);
  expect(tribes).toHaveLength(3);
  const visitor = await bench.rpc.getMemberships({ userId: '', tribeIds: [own] });
  expect(visitor.memberships).toMatchObject([{ userId: '', status: 'none' }]);
  expect((await bench.rpc.getMemberships({ userId: requester.id, tribeIds: [] })).memberships).toEqual([]);
});

test('memberships in one tribe contain an entry for each requested person', async () => {
  const [owner, member] = [person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  const userIds = [member.id, 'nobody', '', owner.id, member.id];
  const { tribe, memberships } = await bench.rpc.getMembershipsInTribe({ tribeId: id, userIds });
  expect(tribe).toMatchObject({ id, membersCount: 2 });
  expect(memberships.map(({ userId, status, role }) => [userId, status, role])).toEqual([
    [member.id, 'active', 'member'],
    ['nobody', 'none', 'none'],
    ['', 'none', 'none'],
    [owner.id, 'active', 'owner'],
  ]);
  expect((await bench.rpc.getMembershipsInTribe({ tribeId: id, userIds: [] })).tribe?.id).toBe(id);
  await expect(bench.rpc.getMembershipsInTribe({ tribeId: 4, userIds: [owner.id] })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test("a former member's last level is returned unless they moderated or have rejoined", async () => {
  const [owner, left, banned, officer, back, asks] = [person(), person(), person(), person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, left, banned, officer, back, asks);
  for (const { id: userId } of [left, banned, officer, back, asks])
    await bench.sql('update members set level_order = 3 where tribe_id = $1 and user_id = $2', [id, userId]);
  const asOwner = bench.service.as(owner);
  await asOwner.put(`/tribes/${id}/members/${officer.id}/role`, { role: 'officer' });
  for (const each of [left, officer, back, asks]) await bench.service.as(each).post(`/tribes/${id}/leave`);
  await asOwner.post(`/tribes/${id}/bans`, { userId: banned.id, reason: 'insultos' });
  await bench.join(id, back);
  await asOwner.put(`/tribes/${id}`, { requiresApproval: true });
  await bench.service.as(asks).post(`/tribes/${id}/join-request`);

  const userIds = [left, banned, officer, back, asks, owner].map((each) => each.id);
  const { memberships } = await bench.rpc.getMembershipsInTribe({ tribeId: id, userIds });
  expect(memberships.map(({ status, levelOrder, formerLevelOrder }) => [status, levelOrder, formerLevelOrder])).toEqual(
    [
      ['none', 0, 3],
      ['none', 0, 3],
      ['none', 0, 0],
      ['active', 1, 0],
      ['pending', 0, 3],
      ['active', 5, 0],
    ],
  );
  const own = await bench.rpc.getMemberships({ userId: left.id, tribeIds: [id, 38] });
  expect(own.memberships.map(({ formerLevelOrder }) => formerLevelOrder).sort()).toEqual([0, 3]);
  const current = await bench.rpc.listMemberIds({ tribeId: id, roles: ['member'], cursor: '', limit: 0 });
  expect(current.userIds).toEqual([back.id]);
  // A stay that ended before levels were recorded.
  await bench.sql('update stays set role = null, level_order = null where user_id = $1', [left.id]);
  const [before] = (await bench.rpc.getMembershipsInTribe({ tribeId: id, userIds: [left.id] })).memberships;
  expect(before?.formerLevelOrder).toBe(10);
});

test('only active memberships are returned unless others are requested', async () => {
  const me = person();
  const own = await bench.createTribe(me);
  const closed = await bench.createTribe(person(), { isPrivate: true });
  await bench.service.as(me).post(`/tribes/${closed}/join-request`);
  const of = async (...statuses: MembershipStatus[]) =>
    (await bench.rpc.listMemberships({ userId: me.id, statuses })).memberships.map(({ tribe }) => tribe?.id);
  expect(await of()).toEqual([own]);
  expect(await of('pending')).toEqual([closed]);
  expect((await of('active', 'pending')).sort()).toEqual([own, closed].sort());
  expect(await of('rejected')).toEqual([]);
});

test('member ids are paged, for all roles or some', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const members = Array.from({ length: 5 }, () => person());
  await bench.join(id, ...members);
  const all: string[] = [];
  let cursor = '';
  do {
    const page = await bench.rpc.listMemberIds({ tribeId: id, roles: [], cursor, limit: 2 });
    all.push(...page.userIds);
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(all).toEqual([owner, ...members].map((actor) => actor.id).sort());
  const leads = await bench.rpc.listMemberIds({
    tribeId: id,
    roles: ['owner', 'officer'],
    cursor: '',
    limit: 0,
  });
  expect(leads).toEqual({ userIds: [owner.id], nextCursor: '' });
  const getMembers = (tribeId: number, cursor: string) =>
    bench.rpc.listMemberIds({ tribeId, roles: [], cursor, limit: 0 });
  await expect(getMembers(4, '')).rejects.toMatchObject({ code: 'not_found' });
  await expect(getMembers(id, 'forged')).rejects.toMatchObject({ code: 'bad_cursor' });
});

test('a member who became an officer after the decision of a case is banned by the owner only', async () => {
  const [owner, officer, member] = [person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, officer, member);
  const as = (actor: Actor) => bench.service.as(actor);
  for (const { id: userId } of [officer, member])
    await as(owner).put(`/tribes/${id}/members/${userId}/role`, { role: 'officer' });
  const ban = (by: Actor, authority: 'officer' | 'owner') =>
    bench.rpc.banMember({
      ...{ tribeId: id, userId: member.id, reason: 'Caso', until: '', authority },
      ...{ byUserId: by.id, causeId: `${authority}-${id}` },
    });
  await expect(ban(officer, 'officer')).rejects.toMatchObject({ code: 'outranked' });
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toEqual([]);
  await ban(owner, 'owner');
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toMatchObject([{ authority: 'owner' }]);
});

test('the fellows of a user are the members whose names they see in tribes other than hominini, each once with these tribes', async () => {
  const [ana, beto, cora, dani, eve] = [person(), person(), person(), person(), person()];
  const [first, second] = [await bench.createTribe(cora), await bench.createTribe(cora)];
  await bench.join(first, ana, beto, dani);
  await bench.join(second, ana, beto);
  const met = async (viewer: Actor, viewerIsAdmin = false) => {
    const { fellows } = await bench.rpc.listFellows({ viewerId: viewer.id, viewerIsAdmin });
    return fellows.map(({ userId, tribeIds }) => `${userId} ${tribeIds}`).toSorted();
  };
  const both = `${first},${second}`;
  const all = [`${beto.id} ${both}`, `${cora.id} ${both}`, `${dani.id} ${first}`].toSorted();
  expect(await met(ana)).toEqual(all);
  expect(await met(eve)).toEqual([]);
  const above = [beto.id, dani.id];
  await bench.sql('update members set level_order = 4 where tribe_id = $1 and user_id = any($2)', [first, above]);
  expect(await met(ana)).toEqual([`${beto.id} ${second}`, `${cora.id} ${both}`].toSorted());
  expect(await met(cora)).toEqual([`${ana.id} ${both}`, `${beto.id} ${both}`, `${dani.id} ${first}`].toSorted());
  expect(await met(ana, true)).toEqual(all);
  await bench.service.as(beto).post(`/tribes/${second}/leave`);
  expect(await met(ana)).toEqual([`${cora.id} ${both}`]);
});
