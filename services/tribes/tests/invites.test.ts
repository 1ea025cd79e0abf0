import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { JoinResolved } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor: Actor) => bench.service.as(actor);
const inDays = (days: number) => new Date(bench.clock.now().getTime() + days * dayMs).toISOString();
const invite = (actor: Actor, id: number, more: object = {}) => as(actor).post(`/tribes/${id}/invites`, more);
const use = (actor: Actor, code: string) => as(actor).post('/invites/join', { code });
const preview = (actor: Actor, code: string) => as(actor).get(`/invites?code=${code}`);
const codes = (answers: { status: number; body: { code?: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => body.code ?? status)].map(([code, all]) => [code, all.length]),
  );

test('an invitation shows a private or invisible tribe without its members', async () => {
  const owner = person();
  for (const access of [{ isPrivate: true }, { isInvisible: true }, {}]) {
    const id = await bench.createTribe(owner, { ...access, rules: ['Sé amable'], tags: ['pan'] });
    const { status, body } = await invite(owner, id);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        code: expect.stringMatching(/^[\w-]{22}$/),
        createdBy: expect.objectContaining({ id: owner.id }),
        createdAt: expect.any(String),
        expiresAt: null,
        maxUses: null,
        uses: 0,
        isOpen: true,
      },
    ]);
    for (const viewer of [visitorActor(), person()]) {
      const shown = (await preview(viewer, body.code)).body;
      expect(shown).toMatchObject({
        tribe: { id, membersCount: 1, rules: ['Sé amable'], tags: ['pan'] },
        isMember: false,
      });
      expect(JSON.stringify(shown)).not.toContain(owner.id);
    }
    expect((await preview(owner, body.code)).body.isMember).toBe(true);
    await as(owner).delete(`/tribes/${id}`);
    expect((await preview(owner, body.code)).body.code).toBe('invite_invalid');
  }
});

test('joining by an invitation needs neither approval nor answers, and is recorded', async () => {
  const [owner, guest, waiting] = [person(), person(), person()];
  const questions = [{ text: '¿Quién eres?' }];
  const id = await bench.createTribe(owner, { isPrivate: true });
  await as(waiting).post(`/tribes/${id}/join-request`);
  await as(owner).put(`/tribes/${id}`, { isInvisible: true, questions });
  const { code, id: inviteId } = (await invite(owner, id)).body;
  expect((await use(guest, code)).body).toEqual({ tribeId: id });
  expect((await use(guest, code)).body).toEqual({ tribeId: id });
  bench.clock.advance(1_000);
  expect((await use(waiting, code)).body).toEqual({ tribeId: id });
  expect((await as(guest).get(`/tribes/${id}`)).body).toMatchObject({
    membership: { status: 'active', levelOrder: 1 },
  });
  expect((await bench.events(JoinResolved)).filter(({ tribeId }) => tribeId === id)).toMatchObject([
    { userId: waiting.id, status: 'cancelled' },
  ]);
  const [listed] = (await as(owner).get(`/tribes/${id}/invites`)).body.items;
  expect(listed).toMatchObject({ id: inviteId, code, uses: 2 });
  const uses = (await as(owner).get(`/tribes/${id}/invites/${inviteId}/uses`)).body.items;
  expect(uses.map(({ user }: { user: { id: string } }) => user.id)).toEqual([waiting.id, guest.id]);
});

test('only one of 20 concurrent uses of an invitation for one use succeeds, and three for three uses', async () => {
  const owner = person();
  for (const maxUses of [1, 3]) {
    const id = await bench.createTribe(owner, { isPrivate: true });
    const { code } = (await invite(owner, id, { maxUses })).body;
    const responses = await Promise.all(Array.from({ length: 20 }, () => use(person(), code)));
    expect(codes(responses)).toEqual({ 200: maxUses, invite_invalid: 20 - maxUses });
    expect((await as(owner).get(`/tribes/${id}`)).body.membersCount).toBe(1 + maxUses);
    const [listed] = (await as(owner).get(`/tribes/${id}/invites`)).body.items;
    expect(listed).toMatchObject({ uses: maxUses, isOpen: false });
    await as(owner).delete(`/tribes/${id}`);
  }
});

test('20 concurrent uses by the same person count once', async () => {
  const [owner, guest] = [person(), person()];
  const id = await bench.createTribe(owner);
  const { code } = (await invite(owner, id, { maxUses: 5 })).body;
  expect(codes(await Promise.all(Array.from({ length: 20 }, () => use(guest, code))))).toEqual({ 200: 20 });
  expect((await as(owner).get(`/tribes/${id}/invites`)).body.items).toMatchObject([{ uses: 1 }]);
});

test('an expired or revoked invitation returns the same error', async () => {
  const [owner, guest] = [person(), person()];
  const id = await bench.createTribe(owner, { isPrivate: true });
  const short = (await invite(owner, id, { expiresAt: inDays(1) })).body;
  const revoked = (await invite(owner, id)).body;
  const revoke = () => as(owner).delete(`/tribes/${id}/invites/${revoked.id}`);
  expect((await revoke()).status).toBe(200);
  expect((await revoke()).status).toBe(404);
  bench.clock.advance(dayMs);
  for (const code of [short.code, revoked.code, 'A'.repeat(22), '%00', 'x']) {
    expect([code, (await preview(visitorActor(), encodeURIComponent(code))).body.code]).toEqual([
      code,
      'invite_invalid',
    ]);
    expect([code, (await use(guest, code)).body.code]).toEqual([code, 'invite_invalid']);
  }
  const listed = (await as(owner).get(`/tribes/${id}/invites`)).body.items;
  expect(listed).toMatchObject([{ id: short.id, isOpen: false }]);
});

test('a banned user cannot join by an invitation, and consumes no use', async () => {
  const [owner, banned] = [person(), person()];
  const id = await bench.createTribe(owner);
  const { code } = (await invite(owner, id, { maxUses: 1 })).body;
  await as(owner).post(`/tribes/${id}/bans`, { userId: banned.id, reason: 'Por molestar' });
  const { status, body } = await use(banned, code);
  expect([status, body.code]).toEqual([403, 'banned']);
  expect((await use(person(), code)).status).toBe(200);
});

test('a ban concurrent with the use of an invitation never leaves a banned member', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const { code } = (await invite(owner, id)).body;
  for (let round = 0; round < 8; round++) {
    const troll = person();
    await Promise.all([
      use(troll, code),
      as(owner).post(`/tribes/${id}/bans`, { userId: troll.id, reason: 'Por molestar' }),
      use(troll, code),
    ]);
    const [membership] = (await bench.rpc.getMemberships({ userId: troll.id, tribeIds: [id] })).memberships;
    expect(membership?.status).toBe('none');
  }
});

test("a former moderator's invitations admit no one, including themself", async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const demote = (userId: string) => as(owner).put(`/tribes/${id}/members/${userId}/role`, { role: 'member' });
  const demotions: ((officer: Actor) => Promise<{ status: number }>)[] = [
    ({ id: userId }) => demote(userId),
    ({ id: userId }) => as(owner).delete(`/tribes/${id}/members/${userId}`),
    (officer) => as(officer).post(`/tribes/${id}/leave`),
    ({ id: userId }) => as(owner).post(`/tribes/${id}/bans`, { userId, reason: 'Insultos' }),
  ];
  const ownInvite = (await invite(owner, id)).body;
  for (const demote of demotions) {
    const officer = person();
    await bench.join(id, officer);
    await as(owner).put(`/tribes/${id}/members/${officer.id}/role`, { role: 'officer' });
    const { code } = (await invite(officer, id)).body;
    expect((await demote(officer)).status).toBeLessThan(300);
    expect((await use(person(), code)).body.code).toBe('invite_invalid');
  }
  expect((await use(person(), ownInvite.code)).status).toBe(200);
});

test('only owner, officers and admins create, list and revoke invitations; hominini has none', async () => {
  const [owner, officer, member, outsider] = [person(), person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, officer, member);
  await as(owner).put(`/tribes/${id}/members/${officer.id}/role`, { role: 'officer' });
  for (const actor of [member, outsider]) {
    expect((await invite(actor, id)).status).toBe(403);
    expect((await as(actor).get(`/tribes/${id}/invites`)).status).toBe(403);
  }
  const made = (await invite(officer, id)).body;
  expect((await as(member).get(`/tribes/${id}/invites/${made.id}/uses`)).status).toBe(403);
  expect((await as(member).delete(`/tribes/${id}/invites/${made.id}`)).status).toBe(403);
  const other = await bench.createTribe(owner);
  expect((await as(owner).delete(`/tribes/${other}/invites/${made.id}`)).status).toBe(404);
  expect((await as(owner).get(`/tribes/${other}/invites/${made.id}/uses`)).status).toBe(404);
  expect((await as(owner).get(`/tribes/${id}/invites/x/uses`)).status).toBe(404);
  expect((await invite(admin, id)).status).toBe(201);
  expect((await invite(admin, 38)).body.code).toBe('hominini_locked');
});

test('repeating the idempotency key returns the same, valid invitation', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const expiresAt = inDays(1);
  const make = () => as(owner).post(`/tribes/${id}/invites`, { expiresAt }, { 'idempotency-key': 'invite-once' });
  const first = await make();
  bench.clock.advance(1_000);
  expect((await make()).body).toEqual(first.body);
  expect((await as(owner).get(`/tribes/${id}/invites`)).body.items).toEqual([first.body]);
  expect((await use(person(), first.body.code)).status).toBe(200);
  bench.clock.advance(dayMs / 2);
  expect((await make()).status).toBe(201);
});

test('an invitation has at least one use and ends within a year, and a tribe has at most 50', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  expect((await invite(owner, id, { maxUses: 0 })).status).toBe(400);
  expect((await invite(owner, id, { expiresAt: inDays(-1) })).body.code).toBe('end_past');
  expect((await invite(owner, id, { expiresAt: inDays(366) })).body.code).toBe('end_too_far');
  const responses = await Promise.all(Array.from({ length: 55 }, () => invite(owner, id)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(responses.filter(({ body }) => body.code === 'too_many_invites')).toHaveLength(5);
});

test('the database contains no invitation code', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const { code } = (await invite(owner, id)).body;
  const rows = await bench.sql('select * from invites where tribe_id = $1', [id]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(code);
});
