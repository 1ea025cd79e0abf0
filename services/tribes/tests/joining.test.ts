import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { JoinRequested, JoinResolved, MemberJoined, MemberLeft } from '@tribus/proto/tribes/v1/events.ts';
import { waitingCountedMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const inTribe = (tribeId: number) => (event: { tribeId: number }) => event.tribeId === tribeId;
const post = (actor: Actor, path: string) => bench.service.as(actor).post(`/tribes/${path}`);
const codes = (answers: { status: number; body: { code?: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => body.code ?? status)].map(([code, all]) => [code, all.length]),
  );

test('joining an open tribe makes a member at level 1', async () => {
  const [owner, member] = [person(), person()];
  const id = await bench.createTribe(owner);
  const { status, body } = await post(member, `${id}/join`);
  expect([status, body]).toEqual([200, { membership: { status: 'active', role: 'member', levelOrder: 1 } }]);
  expect((await bench.service.as(member).get(`/tribes/${id}`)).body.membersCount).toBe(2);
  expect((await post(member, `${id}/join`)).body.code).toBe('already_member');
  expect((await post(member, `${id}/join-request`)).body.code).toBe('already_member');
});

test('30 concurrent joins create one membership and emit one event', async () => {
  const [owner, eager] = [person(), person()];
  const id = await bench.createTribe(owner);
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(eager, `${id}/join`)));
  expect(codes(answers)).toEqual({ 200: 1, already_member: 29 });
  expect((await bench.service.as(owner).get(`/tribes/${id}`)).body.membersCount).toBe(2);
  const joined = (await bench.events(MemberJoined)).filter(inTribe(id));
  expect(joined.filter(({ userId }) => userId === eager.id)).toHaveLength(1);
});

test('the member count is right after 40 people join and leave concurrently', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const people = Array.from({ length: 40 }, () => person());
  await Promise.all(people.map((actor) => post(actor, `${id}/join`)));
  await Promise.all(people.slice(0, 15).map((actor) => post(actor, `${id}/leave`)));
  const { body } = await bench.service.as(owner).get(`/tribes/${id}`);
  expect(body.membersCount).toBe(26);
});

test('a tribe that requires approval cannot be joined directly', async () => {
  const asking = await bench.createTribe(person(), { requiresApproval: true });
  const secret = await bench.createTribe(person(), { isPrivate: true });
  for (const id of [asking, secret]) {
    const { status, body } = await post(admin, `${id}/join`);
    expect([status, body.code]).toEqual([409, 'approval_required']);
  }
});

test('a request to join an open tribe joins it', async () => {
  const [id, requester] = [await bench.createTribe(person()), person()];
  expect((await post(requester, `${id}/join-request`)).body.membership.status).toBe('active');
  expect((await bench.events(JoinRequested)).filter(inTribe(id))).toEqual([]);
});

test('an approved request gives access to the tribe', async () => {
  const [owner, requester] = [person(), person()];
  const id = await bench.createTribe(owner, { name: 'Club del Pan', isPrivate: true });
  expect((await post(requester, `${id}/join-request`)).body).toEqual({
    membership: { status: 'pending', role: 'member', levelOrder: 0 },
  });
  expect((await bench.service.as(requester).get(`/tribes/${id}`)).body).toMatchObject({ membersCount: 1, members: [] });
  expect((await bench.service.as(requester).get(`/tribes/${id}/members`)).body.code).toBe('membership_required');

  expect((await post(owner, `${id}/members/${requester.id}/approve`)).body).toEqual({ ok: true });
  expect((await post(owner, `${id}/members/${requester.id}/approve`)).status).toBe(200);
  expect((await bench.service.as(requester).get(`/tribes/${id}`)).body).toMatchObject({
    membersCount: 2,
    membership: { status: 'active', levelOrder: 1 },
  });

  const request = { tribeId: id, userId: requester.id };
  expect((await bench.events(JoinRequested)).filter(inTribe(id))).toEqual([request]);
  expect((await bench.events(JoinResolved)).filter(inTribe(id))).toEqual([
    { ...request, status: 'approved', resolvedById: owner.id },
  ]);
  const joined = (await bench.events(MemberJoined)).filter(inTribe(id));
  expect(joined.filter(({ userId }) => userId === requester.id)).toHaveLength(1);
});

test('a rejected user may request again after a week and be approved', async () => {
  const [owner, requester] = [person(), person()];
  const id = await bench.createTribe(owner, { requiresApproval: true });
  await post(requester, `${id}/join-request`);
  expect((await post(owner, `${id}/members/${requester.id}/reject`)).status).toBe(200);
  expect((await post(owner, `${id}/members/${requester.id}/reject`)).status).toBe(200);
  expect((await post(owner, `${id}/members/${requester.id}/approve`)).body.code).toBe('no_pending_request');
  expect((await bench.service.as(requester).get(`/tribes/${id}`)).body.membership.status).toBe('rejected');
  expect((await post(requester, `${id}/join-request/cancel`)).body.code).toBe('no_pending_request');

  const weekMs = 7 * dayMs;
  bench.clock.advance(weekMs - 60_000);
  const tooSoon = await post(requester, `${id}/join-request`);
  expect([tooSoon.status, tooSoon.body.code, tooSoon.headers.get('retry-after')]).toEqual([
    429,
    'rejected_recently',
    '60',
  ]);
  const { mayAskAt } = (await bench.service.as(requester).get(`/tribes/${id}`)).body;
  expect(new Date(mayAskAt).getTime() - bench.clock.now().getTime()).toBe(60_000);
  bench.clock.advance(60_000);
  expect((await post(requester, `${id}/join-request`)).body.membership.status).toBe('pending');
  expect((await post(requester, `${id}/join-request`)).body.code).toBe('already_requested');
  expect((await post(owner, `${id}/members/${requester.id}/approve`)).status).toBe(200);
  expect((await post(owner, `${id}/members/${requester.id}/reject`)).body.code).toBe('no_pending_request');
  const resolved = (await bench.events(JoinResolved)).filter(inTribe(id));
  expect(resolved.map(({ status }) => status)).toEqual(['rejected', 'approved']);
});

test('a cancelled request can be neither approved nor rejected', async () => {
  const [owner, requester] = [person(), person()];
  const id = await bench.createTribe(owner, { isPrivate: true });
  await post(requester, `${id}/join-request`);
  expect((await post(requester, `${id}/join-request/cancel`)).body).toEqual({ membership: null });
  expect((await post(requester, `${id}/join-request/cancel`)).body.code).toBe('no_pending_request');
  for (const verb of ['approve', 'reject'])
    expect((await post(owner, `${id}/members/${requester.id}/${verb}`)).status).toBe(404);
  expect((await bench.events(JoinResolved)).filter(inTribe(id))).toMatchObject([
    { status: 'cancelled', resolvedById: requester.id },
  ]);
});

test('only one of a concurrent approval, rejection and cancellation takes effect', async () => {
  const [owner, requester] = [person(), person()];
  const id = await bench.createTribe(owner, { isPrivate: true });
  await post(requester, `${id}/join-request`);
  await Promise.all([
    ...Array.from({ length: 8 }, () => post(owner, `${id}/members/${requester.id}/approve`)),
    ...Array.from({ length: 8 }, () => post(admin, `${id}/members/${requester.id}/reject`)),
    ...Array.from({ length: 8 }, () => post(requester, `${id}/join-request/cancel`)),
  ]);
  expect((await bench.events(JoinResolved)).filter(inTribe(id))).toHaveLength(1);
});

test('only owner, officers and admins list and resolve requests', async () => {
  const [owner, member, requester, outsider] = [person(), person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  await bench.service.as(owner).put(`/tribes/${id}`, { isPrivate: true });
  await post(requester, `${id}/join-request`);
  for (const actor of [member, requester, outsider]) {
    expect((await bench.service.as(actor).get(`/tribes/${id}/members/pending`)).status).toBe(403);
    expect((await post(actor, `${id}/members/${requester.id}/approve`)).body.code).toBe('forbidden');
    expect((await post(actor, `${id}/members/${requester.id}/reject`)).body.code).toBe('forbidden');
  }
  expect((await bench.service.as(admin).get(`/tribes/${id}/members/pending`)).status).toBe(200);
  expect((await post(admin, `${id}/members/${requester.id}/approve`)).status).toBe(200);
});

test('a request is resolved in its own tribe only', async () => {
  const [owner, requester] = [person(), person()];
  const privateTribe = await bench.createTribe(owner, { isPrivate: true });
  const other = await bench.createTribe(owner, { isPrivate: true });
  await post(requester, `${privateTribe}/join-request`);
  expect((await post(owner, `${other}/members/${requester.id}/approve`)).status).toBe(404);
  expect((await bench.service.as(owner).get(`/tribes/${other}/members/pending`)).body.items).toEqual([]);
});

test('requests are listed by pages, the oldest first', async () => {
  const owner = person();
  const id = await bench.createTribe(owner, { isPrivate: true });
  const requesters = Array.from({ length: 5 }, () => person());
  for (const requester of requesters) {
    bench.clock.advance(1_000);
    await post(requester, `${id}/join-request`);
  }
  const list = (cursor = '') => bench.service.as(owner).get(`/tribes/${id}/members/pending?limit=3&cursor=${cursor}`);
  const first = (await bench.service.as(owner).get(`/tribes/${id}/members/pending?limit=3`)).body;
  const second = (await list(first.nextCursor)).body;
  const all = [...first.items, ...second.items];
  expect(all.map(({ user }) => user.id)).toEqual(requesters.map(({ id }) => id));
  expect(all[0]).toMatchObject({ requestedAt: expect.any(String), user: { name: `Nombre de ${requesters[0]?.id}` } });
  expect(JSON.stringify(all)).not.toContain('@tribus.test');
  expect(second.nextCursor).toBeNull();
  expect((await list('xx')).body.code).toBe('bad_cursor');
});

test('the list of requests contains the number of pending ones, counted up to a thousand', async () => {
  const [owner, requester] = [person(), person()];
  const id = await bench.createTribe(owner, { isPrivate: true });
  const waiting = async () => (await bench.service.as(owner).get(`/tribes/${id}/members/pending?limit=1`)).body.waiting;
  expect(await waiting()).toBe(0);
  for (const each of [requester, person(), person()]) await post(each, `${id}/join-request`);
  await post(requester, `${id}/join-request/cancel`);
  expect(await waiting()).toBe(2);
  await bench.sql(
    `insert into members (tribe_id, user_id, status, role, level_order, since)
     select $1, 'many-' || number, 'pending', 'member', 0, now() from generate_series(1, $2::integer) as number`,
    [id, waitingCountedMax],
  );
  expect(await waiting()).toBe(waitingCountedMax);
});

test('leaving ends the membership once', async () => {
  const [owner, member, outsider] = [person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  expect((await post(member, `${id}/leave`)).body).toEqual({ membership: null });
  expect((await post(member, `${id}/leave`)).body.code).toBe('not_member');
  expect((await post(outsider, `${id}/leave`)).body.code).toBe('not_member');
  expect((await post(owner, `${id}/leave`)).body.code).toBe('owner_cannot_leave');
  expect((await bench.events(MemberLeft)).filter(inTribe(id))).toEqual([
    { tribeId: id, userId: member.id, reason: 'left' },
  ]);
});

test('a pending requester joins directly once the tribe is open, which ends the request', async () => {
  const [owner, requester] = [person(), person()];
  const id = await bench.createTribe(owner, { requiresApproval: true });
  await post(requester, `${id}/join-request`);
  await bench.service.as(owner).put(`/tribes/${id}`, { requiresApproval: false });
  await bench.join(id, requester);
  expect((await bench.events(JoinResolved)).filter(inTribe(id))).toMatchObject([{ status: 'cancelled' }]);
  expect((await post(owner, `${id}/members/${requester.id}/approve`)).status).toBe(200);
});

test('repeating the Idempotency-Key joins once and returns the same response', async () => {
  const [id, member] = [await bench.createTribe(person()), person()];
  const key = { 'idempotency-key': 'join-once' };
  const answers = await Promise.all([1, 2, 3].map(() => bench.service.as(member).post(`/tribes/${id}/join`, {}, key)));
  expect(codes(answers)).toEqual({ 200: 3 });
});

test.each(['99', '999999', '0', 'x', '38x', '2147483648', '-1'])(
  'every route of the unknown tribe %s is 404',
  async (id) => {
    for (const way of ['join', 'leave', 'join-request', 'join-request/cancel', 'members/x/approve', 'members/x/reject'])
      expect((await post(admin, `${id}/${way}`)).status).toBe(404);
    const client = bench.service.as(admin);
    for (const path of ['', '/members', '/members/pending', '/config', '/progress'])
      expect((await client.get(`/tribes/${id}${path}`)).status).toBe(404);
  },
);

test('a new account joins or requests to join at most five tribes an hour, also concurrently', async () => {
  bench.clock.advance(hourMs - (bench.clock.now().getTime() % hourMs));
  const newcomer = userActor(unique('nueva'), { limitedUntil: bench.clock.now().getTime() + dayMs });
  const owners = [person(), person(), person()];
  const open = await Promise.all([...owners, ...owners].map((owner) => bench.createTribe(owner)));
  const closed = await Promise.all(owners.map((owner) => bench.createTribe(owner, { isPrivate: true })));
  const paths = [...open.map((id) => `${id}/join`), ...closed.map((id) => `${id}/join-request`)];
  const answers = await Promise.all(paths.map((path) => post(newcomer, path)));
  expect(codes(answers)).toEqual({ 200: 5, new_account_joins: 4 });
  const again = paths[answers.findIndex(({ status }) => status === 429)] ?? '';
  const refused = await post(newcomer, again);
  const opensAt = new Date(bench.clock.now().getTime() + hourMs).toISOString();
  expect([refused.headers.get('retry-after'), refused.body.details]).toEqual([
    '3600',
    [{ path: 'opensAt', message: opensAt }],
  ]);
  bench.clock.advance(hourMs);
  expect((await post(newcomer, again)).status).toBe(200);
});
