import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { password, type SignedInUser, signedInUser } from './bench.ts';
import { admins, type GoogleBench, openGoogleBench, someone } from './google-bench.ts';
import { mailedToken } from './mailbox.ts';

let opened: GoogleBench;
let admin: SignedInUser;
beforeAll(async () => {
  opened = await openGoogleBench();
  admin = signedInUser(await opened.bench.logIn(admins.ADMIN_EMAIL, password));
});
afterAll(() => opened.close());
let member: SignedInUser;
beforeEach(async () => {
  member = await opened.bench.register();
});

const as = ({ actor }: Pick<SignedInUser, 'actor'>) => opened.bench.service.as(actor);
const words = { reason: 'spam', message: 'Has repetido el mismo anuncio muchas veces.' };
const hourMs = 3_600_000;
const inHours = (count: number) => new Date(opened.clock.now().getTime() + count * hourMs).toISOString();
const impose = async (kind: string, endsAt: string | null = null, userId = member.id) =>
  (await as(admin).post(`/admin/users/${userId}/sanctions`, { kind, ...words, endsAt })).body;
const leave = async (who = member) =>
  expect((await as(who).delete('/auth/me/account', { confirmPassword: password })).status).toBe(200);
const ownSanctions = async (who: SignedInUser) => (await as(who).get('/auth/me/sanctions')).body.items;
const isSilenced = async ({ sessionId }: SignedInUser) =>
  (await opened.bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions[0]?.isSilenced;
const detailsOf = (body: { details?: { path: string; message: string }[] }) =>
  Object.fromEntries((body.details ?? []).map(({ path, message }) => [path, message]));

test('who deletes their account while silenced and registers anew is silenced until the same end, and is told so', async () => {
  const endsAt = inHours(2);
  await impose('silence', endsAt);
  await leave();
  const again = await opened.bench.register(member.email);
  expect(await isSilenced(again)).toBe(true);
  expect(await ownSanctions(again)).toMatchObject([{ kind: 'silence', reason: 'spam', endsAt, appeal: null }]);
  const [{ message }] = await ownSanctions(again);
  expect(message).toMatch(/^Una cuenta anterior/);
  await leave(again);
  expect(await isSilenced(await opened.bench.register(member.email))).toBe(true);
  opened.clock.advance(2 * hourMs + 1);
  expect(await isSilenced(signedInUser(await opened.bench.logIn(member.email, password)))).toBe(false);
});

test('nothing of it is kept in clear, and nothing at all once it has ended', async () => {
  const { db } = await opened.bench.openDatabase();
  const kept = () => db.selectFrom('keptSanctions').selectAll().where('reason', '=', 'hate').execute();
  const endsAt = inHours(2);
  await as(admin).post(`/admin/users/${member.id}/sanctions`, { kind: 'silence', ...words, reason: 'hate', endsAt });
  await leave();
  expect(await kept()).toMatchObject([{ kind: 'silence', keptUntil: new Date(endsAt) }]);
  const text = JSON.stringify(await kept());
  for (const personal of [member.id, member.email, words.message]) expect(text).not.toContain(personal);
  opened.clock.advance(2 * hourMs);
  await opened.bench.runJob('sweepOverdue');
  expect(await kept()).toEqual([]);
  expect(await ownSanctions(await opened.bench.register(member.email))).toEqual([]);
});

test('one without an end is forgotten a year after the account went', async () => {
  await impose('silence');
  await leave();
  opened.clock.advance(366 * 24 * hourMs);
  expect(await ownSanctions(await opened.bench.register(member.email))).toEqual([]);
});

test('a silence that goes on is appealed against, and undone it goes on nowhere', async () => {
  await impose('silence');
  await leave();
  const again = await opened.bench.register(member.email);
  const [{ id }] = await ownSanctions(again);
  const silenced = opened.bench.service.as({ ...again.actor, isSilenced: true });
  const text = 'Fue un malentendido, no volverá a pasar.';
  expect((await silenced.post(`/auth/me/sanctions/${id}/appeal`, { text })).status).toBe(201);
  const answer = { outcome: 'lifted', answer: 'Lo hemos mirado otra vez.' };
  expect((await as(admin).put(`/admin/sanctions/${id}/appeal`, answer)).status).toBe(200);
  await leave(again);
  expect(await ownSanctions(await opened.bench.register(member.email))).toEqual([]);
});

test('a warning is over with its account, and a sanction that was undone before is no longer kept', async () => {
  await impose('warning');
  const { id } = await impose('silence');
  await as(admin).post(`/admin/sanctions/${id}/lift`, { note: 'Era otra persona' });
  await leave();
  expect(await ownSanctions(await opened.bench.register(member.email))).toEqual([]);
});

test('somebody suspended whose account an admin deletes registers into the suspension, and appeals by what they are told', async () => {
  const endsAt = inHours(2);
  await impose('suspension', endsAt);
  expect((await as(admin).delete(`/admin/users/${member.id}`)).status).toBe(200);
  const credentials = { email: member.email, password };
  const visitor = opened.bench.service.as(visitorActor('en'));
  const { status, body } = await visitor.post('/auth/register', credentials);
  expect([status, body.code]).toEqual([403, 'account_suspended']);
  const { proof, ...told } = detailsOf(body);
  expect(told).toEqual({ reason: 'spam', endsAt, message: expect.stringMatching(/^An earlier account/) });
  const text = 'Fue un malentendido, no volverá a pasar.';
  expect((await visitor.post('/auth/appeals', { proof, text })).status).toBe(201);
  expect((await opened.bench.logIn(member.email, password)).body.code).toBe('account_suspended');
  opened.clock.advance(2 * hourMs + 1);
  expect((await opened.bench.logIn(member.email, password)).status).toBe(200);
});

test('who is the same at Google is under it by another address, and who has the same address at Google, too', async () => {
  const person = someone();
  const first = await opened.signIn(person);
  await impose('silence', null, first.user.id);
  const own = { actor: first.actor ?? admin.actor };
  expect((await as(own).delete('/auth/me/account', {})).status).toBe(200);
  for (const again of [{ ...someone(), sub: person.sub }, someone(person.email)]) {
    const { sessionId } = await opened.signIn(again);
    const [session] = (await opened.bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions;
    expect(session?.isSilenced).toBe(true);
  }
  expect((await opened.signIn(someone())).user).toBeDefined();
});

test('who changed the address a moment before leaves the one before under it as well', async () => {
  const { mailServer, bench } = opened;
  const mine = await opened.registerVerified();
  await impose('silence', null, mine.id);
  const email = `nueva-${mine.id}@tribus.test`;
  await as(mine).put('/auth/me/email', { email, currentPassword: password });
  const token = await mailedToken(mailServer, email, 'confirm-email');
  expect((await as(mine).post('/auth/email/confirm', { token })).status).toBe(200);
  await leave(mine);
  for (const address of [mine.email, email]) expect(await isSilenced(await bench.register(address))).toBe(true);
});

test('who disowns what somebody else registered with their address starts free', async () => {
  await impose('silence');
  const token = await mailedToken(opened.mailServer, member.email, '/verify-email');
  expect((await opened.visitor().post('/auth/verify-email/disown', { token })).status).toBe(200);
  expect(await ownSanctions(await opened.bench.register(member.email))).toEqual([]);
});
