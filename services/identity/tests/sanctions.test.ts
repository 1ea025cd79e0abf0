import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { SessionRevoked, UserSuspended, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';

const clock = new TestClock();
let bench: Bench;
let admin: SignedInUser;
let member: SignedInUser;
beforeAll(async () => {
  bench = await openBench({ ADMIN_EMAIL: 'jefa@tribus.test', ADMIN_PASSWORD: password }, clock);
  admin = signedInUser(await bench.logIn('jefa@tribus.test', password));
});
beforeEach(async () => {
  member = await bench.register();
});
afterAll(() => bench.close());

const as = (user: SignedInUser) => bench.service.as(user.actor);
const hours = (count: number) => new Date(clock.now().getTime() + count * hourMs).toISOString();
const words = { reason: 'spam', message: 'Has repetido el mismo anuncio muchas veces.' };
const impose = (kind: string, more: object = {}, person = member) =>
  as(admin).post(`/admin/users/${person.id}/sanctions`, { kind, ...words, ...more });
const user = async (person = member) => (await as(admin).get(`/admin/users/${person.id}`)).body;
const detailsOf = (body: { details?: { path: string; message: string }[] }): Record<string, string> =>
  Object.fromEntries((body.details ?? []).map(({ path, message }) => [path, message]));
const appealText = 'Fue un malentendido, no volverá a pasar.';

test('a suspension ends all sessions, and a login returns its id, reason, end and message', async () => {
  const endsAt = hours(48);
  const { status, body } = await impose('suspension', { endsAt });
  const imposed = { id: expect.any(String), kind: 'suspension', endsAt, userId: member.id, issuedById: admin.id };
  expect([status, body]).toMatchObject([201, imposed]);
  expect((await bench.rpc.resolveSessions({ sessionIds: [member.sessionId] })).sessions).toEqual([]);
  expect(await bench.events(UserSuspended)).toContainEqual({ userId: member.id });
  expect(await bench.events(SessionRevoked)).toContainEqual({ userId: member.id, sessionIds: [member.sessionId] });
  const login = await bench.logIn(member.email, password);
  expect([login.status, login.body.code]).toEqual([403, 'account_suspended']);
  expect(detailsOf(login.body)).toEqual({ id: body.id, ...words, endsAt, proof: expect.any(String) });
  expect((await bench.logIn(member.email, 'wrong')).body).not.toHaveProperty('details');
});

test('an expired suspension ends at the next login', async () => {
  const later = new Date(clock.now().getTime() + hourMs);
  await impose('suspension', { endsAt: later.toISOString() });
  clock.advance(3_600_001);
  expect((await bench.logIn(member.email, password)).status).toBe(200);
  expect(await user()).toMatchObject({ status: 'active' });
  const { body } = await as(admin).get(`/admin/users/${member.id}/sanctions`);
  expect(body.items).toMatchObject([{ endCause: 'expired', endedAt: later.toISOString() }]);
});

test('a suspended member appeals once, without a session, and each proof works once', async () => {
  await impose('suspension');
  const { proof = '' } = detailsOf((await bench.logIn(member.email, password)).body);
  const appeal = (sent: object) => bench.service.as(visitorActor()).post('/auth/appeals', sent);
  expect((await appeal({ proof, text: 'corto' })).body.code).toBe('appeal_length');
  const answers = await Promise.all(Array.from({ length: 5 }, () => appeal({ proof, text: appealText })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  const after = detailsOf((await bench.logIn(member.email, password)).body);
  expect(after).toMatchObject({ appeal: appealText });
  expect(after).not.toHaveProperty('proof');
  expect((await user()).openAppeals).toBe(1);
});

test('an admin answers an appeal once; a sanction lifted by it has ended', async () => {
  const { body: sanction } = await impose('suspension');
  const { proof } = detailsOf((await bench.logIn(member.email, password)).body);
  await bench.service.as(visitorActor()).post('/auth/appeals', { proof, text: appealText });
  const open = (await as(admin).get('/admin/appeals?limit=100')).body.items;
  expect(open.map(({ id }: { id: string }) => id)).toContain(sanction.id);
  const answer = (outcome: string) =>
    as(admin).put(`/admin/sanctions/${sanction.id}/appeal`, { outcome, answer: 'Lo hemos mirado otra vez.' });
  const waiting = async (query = '') => (await as(admin).get(`/admin/appeals?limit=1${query}`)).body.waiting;
  const before = await waiting();
  expect(before).toBe(open.length);
  expect(await waiting('&state=answered')).toBe(before);
  expect((await answer('lifted')).body).toMatchObject({ endCause: 'lifted', appeal: { outcome: 'lifted' } });
  expect((await answer('upheld')).body.code).toBe('appeal_answered');
  expect((await bench.logIn(member.email, password)).status).toBe(200);
  expect((await user()).openAppeals).toBe(0);
  expect(await waiting()).toBe(before - 1);
});

test('appeals are listed by their own time, not by that of the sanction, page by page', async () => {
  const { body: old } = await impose('silence');
  clock.advance(60_000);
  const newMember = await bench.register();
  const { body: newSanction } = await impose('silence', {}, newMember);
  const appeal = async (person: SignedInUser, id: string) => {
    clock.advance(60_000);
    const silenced = bench.service.as({ ...person.actor, isSilenced: true });
    expect((await silenced.post(`/auth/me/sanctions/${id}/appeal`, { text: appealText })).status).toBe(201);
  };
  await appeal(newMember, newSanction.id);
  await appeal(member, old.id);
  const first = (await as(admin).get('/admin/appeals?limit=1')).body;
  expect(first.items.map(({ id }: { id: string }) => id)).toEqual([old.id]);
  const second = (await as(admin).get(`/admin/appeals?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`)).body;
  expect(second.items.map(({ id }: { id: string }) => id)).toEqual([newSanction.id]);
});

test('a silenced member can read and protect the account, and the service rejects every other write', async () => {
  const { body: sanction } = await impose('silence', { endsAt: hours(1) });
  const resolve = async () => (await bench.rpc.resolveSessions({ sessionIds: [member.sessionId] })).sessions[0];
  expect(await resolve()).toMatchObject({ status: 'active', isSilenced: true });
  const silenced = bench.service.as({ ...member.actor, isSilenced: true });
  expect((await silenced.get('/auth/me')).status).toBe(200);
  const follow = await silenced.post(`/auth/users/${admin.id}/follow`);
  expect([follow.status, follow.body.code]).toEqual([403, 'account_silenced']);
  expect((await silenced.post('/user/heartbeat')).status).toBe(200);
  const own = (await silenced.get('/auth/me/sanctions')).body.items;
  expect(own).toMatchObject([{ id: sanction.id, kind: 'silence', appeal: null, ...words }]);
  expect(own[0]).not.toHaveProperty('issuedById');
  const appeal = () => silenced.post(`/auth/me/sanctions/${sanction.id}/appeal`, { text: appealText });
  const answers = await Promise.all([appeal(), appeal(), appeal()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  clock.advance(3_600_001);
  expect(await resolve()).toMatchObject({ isSilenced: false });
  expect((await silenced.get('/auth/me/sanctions')).body.items).toEqual([]);
});

test('a warned member sees it until they confirm it; nobody else can', async () => {
  const { body: sanction } = await impose('warning', { endsAt: hours(1) });
  expect(sanction.endsAt).toBeNull();
  const other = await bench.register();
  const confirm = (person: SignedInUser) => as(person).post(`/auth/me/sanctions/${sanction.id}/seen`);
  expect((await confirm(other)).status).toBe(404);
  expect((await as(member).get('/auth/me/sanctions')).body.items).toHaveLength(1);
  expect((await confirm(member)).status).toBe(200);
  expect((await confirm(member)).status).toBe(200);
  expect((await as(member).get('/auth/me/sanctions')).body.items).toEqual([]);
});

test('only one sanction of a kind is in force at a time, also with concurrent requests, and another after lifting', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => impose('silence')));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect((await impose('warning')).status).toBe(201);
  const [imposed] = answers.filter(({ status }) => status === 201);
  const lift = (note: string) => as(admin).post(`/admin/sanctions/${imposed?.body.id}/lift`, { note });
  expect((await lift(' ')).status).toBe(400);
  expect((await lift('Era otra persona')).body).toMatchObject({ endCause: 'lifted', note: 'Era otra persona' });
  expect((await lift('Otra vez')).body.code).toBe('sanction_ended');
  expect((await impose('silence')).status).toBe(201);
  expect(await bench.events(UserUpdated)).toContainEqual({ userId: member.id });
});

test('admins cannot sanction themselves, and of two who suspend each other one remains able to act', async () => {
  const own = await impose('silence', {}, admin);
  expect([own.status, own.body.code]).toEqual([400, 'cannot_sanction_self']);
  const made = await as(admin).post('/admin/users', {
    email: `${unique('jefe')}@tribus.test`,
    password,
    role: 'admin',
  });
  const second = signedInUser(await bench.logIn(made.body.email, password));
  const suspend = (by: SignedInUser, person: SignedInUser) =>
    as(by).post(`/admin/users/${person.id}/sanctions`, { kind: 'suspension', ...words });
  const answers = await Promise.all([suspend(admin, second), suspend(second, admin)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
  const { db } = await bench.openDatabase();
  await db.updateTable('users').set({ status: 'active' }).where('id', '=', admin.id).execute();
  await db.deleteFrom('sanctions').where('userId', 'in', [admin.id, second.id]).execute();
  await db.updateTable('users').set({ role: 'user' }).where('id', '=', second.id).execute();
});

test.each([
  [{ endsAt: '2001-01-01T00:00:00.000Z' }, 'sanction_end_past'],
  [{ message: 'corto' }, 'invalid_input'],
  [{ reason: 'because' }, 'invalid_input'],
  [{ kind: 'exile' }, 'invalid_input'],
])('a sanction with %j is rejected', async (more, code) => {
  const { status, body } = await impose('silence', more);
  expect([status, body.code]).toEqual([400, code]);
});

test('imposing, lifting and answering are in the audit log', async () => {
  const { body: sanction } = await impose('silence');
  clock.advance(1);
  await as(admin).post(`/admin/sanctions/${sanction.id}/lift`, { note: 'Error nuestro' });
  clock.advance(1);
  const { body: second } = await impose('silence');
  const silenced = bench.service.as({ ...member.actor, isSilenced: true });
  const text = 'Fue un malentendido, no volverá a pasar.';
  expect((await silenced.post(`/auth/me/sanctions/${second.id}/appeal`, { text })).status).toBe(201);
  clock.advance(1);
  const answer = { outcome: 'upheld', answer: 'Lo hemos mirado otra vez.' };
  expect((await as(admin).put(`/admin/sanctions/${second.id}/appeal`, answer)).status).toBe(200);
  const { body } = await as(admin).get(`/admin/audit?target=${member.id}`);
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
    'appeal_answered',
    'user_silenced',
    'sanction_lifted',
    'user_silenced',
  ]);
});

test('other services can read which users are sanctioned now', async () => {
  const other = await bench.register();
  await impose('silence');
  await impose('suspension', {}, other);
  const ids = [member.id, other.id, admin.id, 'nonsense'];
  const { userIds } = await bench.rpc.listSanctioned({ userIds: ids });
  expect(userIds.sort()).toEqual([member.id, other.id].sort());
});

test('only admins impose and lift sanctions and answer appeals', async () => {
  const outsider = bench.service.as(userActor(member.id));
  const id = '00000000-0000-7000-8000-000000000000';
  expect((await outsider.post(`/admin/users/${admin.id}/sanctions`, { kind: 'warning', ...words })).status).toBe(403);
  expect((await outsider.post(`/admin/sanctions/${id}/lift`, { note: 'x' })).status).toBe(403);
  expect((await outsider.get('/admin/appeals')).status).toBe(403);
  const answer = { outcome: 'lifted', answer: 'Fue un error.' };
  expect((await outsider.put(`/admin/sanctions/${id}/appeal`, answer)).status).toBe(403);
  expect((await as(admin).post(`/admin/sanctions/${id}/lift`, { note: 'x' })).status).toBe(404);
});
