import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { JoinResolved, MemberBanned, MemberJoined, MemberLeft } from '@tribus/proto/tribes/v1/events.ts';
import { nonMemberBansPerDay } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const inTribe = (tribeId: number) => (event: { tribeId: number }) => event.tribeId === tribeId;
const as = (actor: Actor) => bench.service.as(actor);
const inDays = (days: number) => new Date(bench.clock.now().getTime() + days * dayMs).toISOString();
const ban = (actor: Actor, id: number, userId: string, more: object = {}) =>
  as(actor).post(`/tribes/${id}/bans`, { userId, reason: 'Insultos repetidos', ...more });

async function scene() {
  const [owner, officer, other, member] = [person(), person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, officer, other, member);
  for (const { id: userId } of [officer, other])
    await as(owner).put(`/tribes/${id}/members/${userId}/role`, { role: 'officer' });
  return { id, owner, officer, other, member };
}

test("a ban ends the membership, shows its reason and the decider's role, and prevents joining", async () => {
  const { id, officer, member } = await scene();
  const endsAt = inDays(3);
  expect((await ban(officer, id, member.id, { endsAt })).status).toBe(201);

  const left = (await bench.events(MemberLeft)).filter(inTribe(id));
  expect(left).toEqual([{ tribeId: id, userId: member.id, reason: 'banned' }]);
  expect((await bench.events(MemberBanned)).filter(inTribe(id))).toEqual([
    { tribeId: id, userId: member.id, until: endsAt, isStranger: false },
  ]);
  const expected = { reason: 'Insultos repetidos', authority: 'officer', endsAt, createdAt: expect.any(String) };
  const page = (await as(member).get(`/tribes/${id}`)).body;
  expect(page).toMatchObject({ ban: expected, membership: null, canRead: false });
  const own = (await as(member).get('/tribes/@me/bans')).body;
  expect(own.items).toMatchObject([{ ...expected, tribe: { id } }]);
  for (const response of [page, own]) expect(JSON.stringify(response.ban ?? response)).not.toContain(officer.id);

  for (const way of ['join', 'join-request']) {
    const { status, body } = await as(member).post(`/tribes/${id}/${way}`);
    expect([status, body.code]).toEqual([403, 'banned_until']);
  }
});

test('a banned user sees neither the new name nor other details of a tribe that became invisible', async () => {
  const { id, owner, member } = await scene();
  await ban(owner, id, member.id);
  const name = `La conjura ${id}`;
  const details = { description: `Contra ${id}`, tags: [`tag${id}`], rules: [`Regla ${id}`], questions: [] };
  expect((await as(owner).put(`/tribes/${id}`, { name, isInvisible: true, ...details })).status).toBe(200);
  const own = (await as(member).get('/tribes/@me/bans')).body.items;
  expect(own).toMatchObject([{ reason: 'Insultos repetidos', tribe: { id, name: 'Una tribu oculta' } }]);
  const page = (await as(member).get(`/tribes/${id}`)).body;
  expect(page).toMatchObject({ id, name: 'Una tribu oculta', ban: { reason: 'Insultos repetidos' } });
  const { description, tags, rules, questions, imageUrl, membersCount, members } = page;
  expect([description, tags, rules, questions, imageUrl, membersCount, members]).toEqual(['', [], [], [], null, 0, []]);
  expect(page.normalizedName).toBe('');
});

test('a ban ends at its end time', async () => {
  const { id, owner, member } = await scene();
  await ban(owner, id, member.id, { endsAt: inDays(1) });
  bench.clock.advance(dayMs - 1);
  expect((await as(member).post(`/tribes/${id}/join`)).body.code).toBe('banned_until');
  bench.clock.advance(1);
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toEqual([]);
  expect((await as(member).get('/tribes/@me/bans')).body.items).toEqual([]);
  expect((await as(member).post(`/tribes/${id}/join`)).status).toBe(200);
  expect((await ban(owner, id, member.id)).status).toBe(201);
  expect((await as(member).post(`/tribes/${id}/join`)).body.code).toBe('banned');
});

test('a ban concurrent with 20 joins never leaves a banned member', async () => {
  for (let round = 0; round < 8; round++) {
    const [owner, troll] = [person(), person()];
    const id = await bench.createTribe(owner);
    await Promise.all([
      ...Array.from({ length: 10 }, () => as(troll).post(`/tribes/${id}/join`)),
      ban(owner, id, troll.id),
      ...Array.from({ length: 10 }, () => as(troll).post(`/tribes/${id}/join`)),
    ]);
    const [membership] = (await bench.rpc.getMemberships({ userId: troll.id, tribeIds: [id] })).memberships;
    expect(membership?.status).toBe('none');
    expect((await as(owner).get(`/tribes/${id}`)).body.membersCount).toBe(1);
    const about = ({ tribeId, userId }: { tribeId: number; userId: string }) => tribeId === id && userId === troll.id;
    const joined = (await bench.events(MemberJoined)).filter(about);
    expect((await bench.events(MemberLeft)).filter(about)).toHaveLength(joined.length);
  }
});

test('the event of a ban marks as strangers only users who were never members or applicants', async () => {
  const [owner, outsider, requester, former] = [person(), person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, former);
  await as(former).post(`/tribes/${id}/leave`);
  await as(owner).put(`/tribes/${id}`, { isPrivate: true });
  await as(requester).post(`/tribes/${id}/join-request`);
  for (const { id: userId } of [outsider, requester, former]) expect((await ban(owner, id, userId)).status).toBe(201);
  expect((await bench.events(MemberBanned)).filter(inTribe(id))).toMatchObject([
    { userId: outsider.id, isStranger: true },
    { userId: requester.id, isStranger: false },
    { userId: former.id, isStranger: false },
  ]);
});

test('a blocked non-member cannot be banned and is not named in the list, and a blocked member can be banned and is named', async () => {
  const { id, owner, member } = await scene();
  const outsider = person();
  for (const { id: userId } of [outsider, member]) bench.identity.block(userId, owner.id);
  expect((await ban(owner, id, outsider.id)).body.code).toBe('not_found');
  expect((await ban(owner, id, member.id)).status).toBe(201);
  const { items } = (await as(owner).get(`/tribes/${id}/bans`)).body;
  expect(items.map(({ user }: { user: { id: string } }) => user.id)).toEqual([member.id]);
  expect((await ban(admin, id, outsider.id)).status).toBe(201);
});

test('bans of non-members are limited per day, bans of former members are not', async () => {
  const { id, owner, member } = await scene();
  await as(member).post(`/tribes/${id}/leave`);
  const answers: { status: number; body: { code?: string } }[] = [];
  for (let count = 0; count <= nonMemberBansPerDay; count++) answers.push(await ban(owner, id, person().id));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(nonMemberBansPerDay);
  expect(answers.at(-1)?.body.code).toBe('too_many_bans');
  expect((await ban(owner, id, member.id)).status).toBe(201);
  bench.clock.advance(dayMs);
  expect((await ban(owner, id, person().id)).status).toBe(201);
});

test('the database rejects a banned member', async () => {
  const { id, owner, member } = await scene();
  await ban(owner, id, member.id);
  const write = bench.sql(
    `insert into members (tribe_id, user_id, status, role, level_order, since) values ($1, $2, 'active', 'member', 1, $3)`,
    [id, member.id, bench.clock.now()],
  );
  await expect(write).rejects.toThrow('banned from the tribe');
});

test('a ban cancels a pending request, which can no longer be approved', async () => {
  const [owner, requester] = [person(), person()];
  const id = await bench.createTribe(owner, { isPrivate: true });
  await as(requester).post(`/tribes/${id}/join-request`);
  await ban(owner, id, requester.id);
  expect((await as(owner).get(`/tribes/${id}/members/pending`)).body.items).toEqual([]);
  expect((await as(owner).post(`/tribes/${id}/members/${requester.id}/approve`)).status).toBe(404);
  expect((await bench.events(JoinResolved)).filter(inTribe(id))).toMatchObject([{ status: 'cancelled' }]);
  expect((await as(admin).post(`/admin/users/${requester.id}/memberships`, { tribeId: id })).body.code).toBe('banned');
});

test("a ban revokes the user's invitations", async () => {
  const { id, owner, officer } = await scene();
  const { code } = (await as(officer).post(`/tribes/${id}/invites`, {})).body;
  await ban(owner, id, officer.id);
  expect((await as(person()).post('/invites/join', { code })).body.code).toBe('invite_invalid');
});

test('officers decide over members, the owner over officers, site admins over all but the owner', async () => {
  const { id, owner, officer, other, member } = await scene();
  const outsider = person();
  const code = async (actor: Actor, userId: string) => {
    const { status, body } = await ban(actor, id, userId);
    return body.code ?? status;
  };
  expect(await code(member, other.id)).toBe('forbidden');
  expect(await code(outsider, member.id)).toBe('forbidden');
  expect(await code(officer, other.id)).toBe('outranked');
  expect(await code(officer, owner.id)).toBe('outranked');
  expect(await code(officer, officer.id)).toBe('not_oneself');
  expect(await code(admin, owner.id)).toBe('owner_fixed');
  expect(await code(officer, 'gone-somebody')).toBe('not_found');
  expect(await code(officer, outsider.id)).toBe(201);
  expect(await code(owner, other.id)).toBe(201);
  expect(await code(admin, officer.id)).toBe(201);
});

test('an officer cannot lift a ban by an owner or an admin, and a lifted ban has no effect', async () => {
  const { id, owner, officer, member } = await scene();
  await ban(owner, id, member.id);
  const lift = (actor: Actor) => as(actor).delete(`/tribes/${id}/bans/${member.id}`);
  expect((await lift(officer)).body.code).toBe('decided_above');
  expect((await ban(officer, id, member.id, { endsAt: inDays(1) })).body.code).toBe('decided_above');
  expect((await lift(member)).body.code).toBe('forbidden');
  expect((await lift(owner)).status).toBe(200);
  expect((await lift(owner)).status).toBe(404);
  expect((await as(member).post(`/tribes/${id}/join`)).status).toBe(200);
});

test('only moderators list the bans in force, with their deciders, by pages', async () => {
  const { id, owner, officer, member } = await scene();
  const people = Array.from({ length: 5 }, () => person());
  for (const { id: userId } of people) {
    bench.clock.advance(1_000);
    await ban(officer, id, userId);
  }
  const first = (await as(owner).get(`/tribes/${id}/bans?limit=3`)).body;
  const second = (await as(owner).get(`/tribes/${id}/bans?limit=3&cursor=${first.nextCursor}`)).body;
  const all = [...first.items, ...second.items];
  expect(all.map(({ user }) => user.id)).toEqual(people.map((each) => each.id).reverse());
  expect(all[0]).toMatchObject({ by: { id: officer.id }, authority: 'officer', endsAt: null });
  expect(second.nextCursor).toBeNull();
  expect((await as(member).get(`/tribes/${id}/bans`)).status).toBe(403);
  expect((await as(person()).get(`/tribes/${id}/bans`)).status).toBe(403);
});

test('a ban needs a reason and an end in the future', async () => {
  const { id, owner, member } = await scene();
  const codeOf = async (more: object) => (await ban(owner, id, member.id, more)).body;
  expect(await codeOf({ reason: '   ' })).toMatchObject({ code: 'reason_required' });
  expect(await codeOf({ reason: 'x'.repeat(501) })).toMatchObject({ code: 'reason_length' });
  expect(await codeOf({ endsAt: bench.clock.now().toISOString() })).toMatchObject({ code: 'end_past' });
  expect((await ban(owner, 38, member.id)).body.code).toBe('forbidden');
  await bench.rpc.ensureHomininiMember({ userId: member.id });
  expect((await ban(admin, 38, member.id)).body.code).toBe('hominini_locked');
});

test('a case bans once, also after the ban was lifted, and never shortens another ban', async () => {
  const { id, owner, member } = await scene();
  const until = inDays(2);
  const cause = { tribeId: id, userId: member.id, reason: 'Caso', authority: 'admin', byUserId: '' } as const;
  const answers = Array.from({ length: 5 }, () => bench.rpc.banMember({ ...cause, until, causeId: 'case-1' }));
  await Promise.all(answers);
  expect((await bench.events(MemberBanned)).filter(inTribe(id))).toHaveLength(1);
  expect((await as(owner).delete(`/tribes/${id}/bans/${member.id}`)).body.code).toBe('decided_above');
  expect((await as(admin).delete(`/tribes/${id}/bans/${member.id}`)).status).toBe(200);
  await bench.rpc.banMember({ ...cause, until, causeId: 'case-1' });
  await bench.join(id, member);

  await ban(owner, id, member.id);
  await bench.rpc.banMember({ ...cause, until, causeId: 'case-2' });
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toMatchObject([{ endsAt: null, reason: 'Caso' }]);
  // Lifting again has no effect.
  await bench.rpc.liftBan({ causeId: 'case-1' });
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toHaveLength(1);
  expect((await as(admin).delete(`/tribes/${id}/bans/${member.id}`)).status).toBe(200);
  await Promise.all([1, 2].map(() => bench.rpc.liftBan({ causeId: 'case-2' })));
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toEqual([]);
  await bench.join(id, member);
  await bench.rpc.banMember({ ...cause, until, causeId: 'case-2' });
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toEqual([]);
  await expect(bench.rpc.banMember({ ...cause, userId: owner.id, until, causeId: 'case-3' })).rejects.toMatchObject({
    code: 'owner_fixed',
  });
});

test("a case's ban is added to the one in force, which keeps its authority", async () => {
  const { id, owner, officer, member } = await scene();
  await ban(admin, id, member.id, { reason: 'Del sitio', endsAt: inDays(2) });
  const cause = { tribeId: id, userId: member.id, reason: 'Caso', authority: 'officer', byUserId: officer.id } as const;
  await bench.rpc.banMember({ ...cause, until: '', causeId: `by-officer-${id}` });
  const list = async () => (await as(officer).get(`/tribes/${id}/bans`)).body.items;
  expect(await list()).toMatchObject([{ reason: 'Del sitio', authority: 'admin', endsAt: null }]);
  const lift = (actor: Actor) => as(actor).delete(`/tribes/${id}/bans/${member.id}`);
  expect((await lift(officer)).body.code).toBe('decided_above');
  expect((await ban(officer, id, member.id)).body.code).toBe('decided_above');
  expect((await lift(owner)).body.code).toBe('decided_above');
  bench.clock.advance(3 * dayMs);
  // The site's ban is lifted; the officer's is not.
  expect(await list()).toMatchObject([{ reason: 'Caso', authority: 'officer', endsAt: null }]);
  expect((await as(member).post(`/tribes/${id}/join`)).body.code).toBe('banned');
  expect((await lift(officer)).status).toBe(200);
  await bench.join(id, member);
});

test('overturning a case lifts its ban only, and an earlier ban remains in force', async () => {
  const { id, owner, officer, member } = await scene();
  await ban(owner, id, member.id, { reason: 'Para siempre' });
  const cause = { tribeId: id, userId: member.id, reason: 'Caso', authority: 'officer', byUserId: officer.id } as const;
  await bench.rpc.banMember({ ...cause, until: inDays(1), causeId: `overturned-${id}` });
  await bench.rpc.liftBan({ causeId: `overturned-${id}` });
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toMatchObject([
    { reason: 'Para siempre', authority: 'owner', endsAt: null },
  ]);
  expect((await as(member).post(`/tribes/${id}/join`)).body.code).toBe('banned');
});

test('each of several concurrent bans is in force until it is lifted', async () => {
  const { id, owner, officer, member } = await scene();
  const cause = { tribeId: id, userId: member.id, reason: 'Caso', authority: 'officer', byUserId: officer.id } as const;
  const causes = [1, 2, 3].map((number) => `at-once-${id}-${number}`);
  await Promise.all([
    ...causes.map((causeId) => bench.rpc.banMember({ ...cause, until: '', causeId })),
    bench.rpc.banMember({ ...cause, until: '', causeId: causes[0] ?? '' }),
  ]);
  for (const causeId of causes) {
    expect((await as(member).post(`/tribes/${id}/join`)).body.code).toBe('banned');
    expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toHaveLength(1);
    await bench.rpc.liftBan({ causeId });
  }
  await bench.join(id, member);
});
