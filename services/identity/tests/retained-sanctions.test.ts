import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserSuspended } from '@tribus/proto/identity/v1/events.ts';
import { mailIntervalSeconds } from '../limits.ts';
import { password, type SignedInUser, signedInUser } from './bench.ts';
import { admins, type GoogleBench, googlePerson, openGoogleBench } from './google-bench.ts';
import { mailedToken, mailsTo } from './mailbox.ts';

let opened: GoogleBench;
let admin: SignedInUser;
beforeAll(async () => {
  opened = await openGoogleBench();
  admin = signedInUser(await opened.bench.logIn(admins.ADMIN_EMAIL, password));
});
afterAll(() => opened.close());
let member: SignedInUser;
beforeEach(async () => {
  member = await opened.registerVerified();
});

const as = ({ actor }: Pick<SignedInUser, 'actor'>) => opened.bench.service.as(actor);
const words = { reason: 'spam', message: 'Has repetido el mismo anuncio muchas veces.' };
const inHours = (count: number) => new Date(opened.clock.now().getTime() + count * hourMs).toISOString();
const impose = async (kind: string, endsAt: string | null = null, userId = member.id) =>
  (await as(admin).post(`/admin/users/${userId}/sanctions`, { kind, ...words, endsAt })).body;
const deleteAccount = async (person = member) =>
  expect((await as(person).delete('/auth/me/account', { confirmPassword: password })).status).toBe(200);
const deleteByAdmin = async ({ id }: SignedInUser) =>
  expect((await as(admin).delete(`/admin/users/${id}`)).status).toBe(200);
const ownSanctions = async (person: SignedInUser) => (await as(person).get('/auth/me/sanctions')).body.items;
const isSilenced = async ({ sessionId }: SignedInUser) =>
  (await opened.bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions[0]?.isSilenced;
const detailsOf = (body: { details?: { path: string; message: string }[] }) =>
  Object.fromEntries((body.details ?? []).map(({ path, message }) => [path, message]));

test('a silenced person who deletes their account and registers again is silenced until the same end', async () => {
  const endsAt = inHours(2);
  await impose('silence', endsAt);
  await deleteAccount();
  const again = await opened.registerVerified(member.email);
  expect(await isSilenced(again)).toBe(true);
  expect(await ownSanctions(again)).toMatchObject([{ kind: 'silence', reason: 'spam', endsAt, appeal: null }]);
  const [{ message }] = await ownSanctions(again);
  expect(message).toMatch(/^Una cuenta anterior/);
  await deleteAccount(again);
  expect(await isSilenced(await opened.registerVerified(member.email))).toBe(true);
  opened.clock.advance(2 * hourMs + 1);
  expect(await isSilenced(signedInUser(await opened.bench.logIn(member.email, password)))).toBe(false);
});

test('a stored silence extends a shorter one of the new account when its address is verified', async () => {
  const endsAt = inHours(48);
  await impose('silence', endsAt);
  await deleteAccount();
  opened.clock.advance(mailIntervalSeconds * 1_000);
  const again = await opened.bench.register(member.email);
  const { id } = await impose('silence', inHours(1), again.id);
  const token = await mailedToken(opened.mailServer, member.email, '/verify-email', 2);
  expect((await as(again).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
  expect(await ownSanctions(again)).toMatchObject([{ id, kind: 'silence', endsAt }]);
  opened.clock.advance(2 * hourMs);
  expect(await isSilenced(again)).toBe(true);
  await as(admin).post(`/admin/sanctions/${id}/lift`, { note: 'Un error' });
  await deleteAccount(again);
  expect(await ownSanctions(await opened.registerVerified(member.email))).toEqual([]);
});

test('a longer silence of the new account is not shortened by a stored one', async () => {
  await impose('silence', inHours(1));
  await deleteAccount();
  opened.clock.advance(mailIntervalSeconds * 1_000);
  const again = await opened.bench.register(member.email);
  const { endsAt } = await impose('silence', inHours(48), again.id);
  const token = await mailedToken(opened.mailServer, member.email, '/verify-email', 2);
  expect((await as(again).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
  expect(await ownSanctions(again)).toMatchObject([{ kind: 'silence', endsAt }]);
});

test('a stored sanction contains no clear text of the person, and is deleted once it has ended', async () => {
  const { db } = await opened.bench.openDatabase();
  const stored = () => db.selectFrom('keptSanctions').selectAll().where('reason', '=', 'hate').execute();
  const endsAt = inHours(2);
  await as(admin).post(`/admin/users/${member.id}/sanctions`, { kind: 'silence', ...words, reason: 'hate', endsAt });
  await deleteAccount();
  expect(await stored()).toMatchObject([{ kind: 'silence', keptUntil: new Date(endsAt) }]);
  const text = JSON.stringify(await stored());
  for (const personal of [member.id, member.email, words.message]) expect(text).not.toContain(personal);
  opened.clock.advance(2 * hourMs);
  await opened.bench.runJob('sweepOverdue');
  expect(await stored()).toEqual([]);
  expect(await ownSanctions(await opened.registerVerified(member.email))).toEqual([]);
});

test('the id of a deleted admin is not copied, although the job that removes it has not run yet', async () => {
  const { db } = await opened.bench.openDatabase();
  const deletedId = crypto.randomUUID();
  const { id } = await impose('silence');
  await db.updateTable('sanctions').set({ issuedBy: deletedId }).where('id', '=', id).execute();
  await deleteAccount();
  const stored = await db.selectFrom('keptSanctions').selectAll().where('firstId', '=', id).execute();
  expect(stored).toMatchObject([{ kind: 'silence', issuedBy: null }]);
  await db.updateTable('keptSanctions').set({ issuedBy: deletedId }).where('firstId', '=', id).execute();
  const again = await opened.registerVerified(member.email);
  const { items } = (await as(admin).get(`/admin/users/${again.id}/sanctions`)).body;
  expect(items).toMatchObject([{ kind: 'silence', issuedById: null, issuedByName: '' }]);
});

test('a stored sanction without an end is deleted a year after the account', async () => {
  await impose('silence');
  await deleteAccount();
  opened.clock.advance(366 * dayMs);
  expect(await ownSanctions(await opened.registerVerified(member.email))).toEqual([]);
});

test('a resumed silence can be appealed, and once lifted it is not resumed again', async () => {
  await impose('silence');
  await deleteAccount();
  const again = await opened.registerVerified(member.email);
  const [{ id }] = await ownSanctions(again);
  const silenced = opened.bench.service.as({ ...again.actor, isSilenced: true });
  const text = 'Fue un malentendido, no volverá a pasar.';
  expect((await silenced.post(`/auth/me/sanctions/${id}/appeal`, { text })).status).toBe(201);
  const answer = { outcome: 'lifted', answer: 'Lo hemos mirado otra vez.' };
  expect((await as(admin).put(`/admin/sanctions/${id}/appeal`, answer)).status).toBe(200);
  await deleteAccount(again);
  expect(await ownSanctions(await opened.registerVerified(member.email))).toEqual([]);
});

test('a warning ends with its account, and a lifted sanction is not stored', async () => {
  await impose('warning');
  const { id } = await impose('silence');
  await as(admin).post(`/admin/sanctions/${id}/lift`, { note: 'Era otra persona' });
  await deleteAccount();
  expect(await ownSanctions(await opened.registerVerified(member.email))).toEqual([]);
});

test('a suspended person deleted by an admin is suspended again once they verify the address, and can appeal', async () => {
  const endsAt = inHours(2);
  await impose('suspension', endsAt);
  await deleteByAdmin(member);
  const suspendedBefore = (await opened.bench.events(UserSuspended)).length;
  const again = await opened.registerVerified(member.email);
  expect((await opened.bench.rpc.resolveSessions({ sessionIds: [again.sessionId] })).sessions).toEqual([]);
  const suspended = (await opened.bench.events(UserSuspended)).slice(suspendedBefore);
  expect(suspended).toEqual([{ userId: again.id }]);
  const { status, body } = await opened.bench.logIn(member.email, password);
  expect([status, body.code]).toEqual([403, 'account_suspended']);
  const { proof, ...suspension } = detailsOf(body);
  const [{ id }] = (await as(admin).get(`/admin/users/${again.id}/sanctions`)).body.items;
  expect(suspension).toEqual({ id, reason: 'spam', endsAt, message: expect.stringMatching(/^Una cuenta anterior/) });
  const mail = () => mailsTo(opened.mailServer, member.email, String(suspension.message).slice(0, 20)).at(-1);
  await until(() => mail() !== undefined, 'the person is mailed about the resumed suspension');
  const text = 'Fue un malentendido, no volverá a pasar.';
  expect((await opened.visitor().post('/auth/appeals', { proof, text })).status).toBe(201);
  expect((await opened.bench.logIn(member.email, password)).body.code).toBe('account_suspended');
  opened.clock.advance(2 * hourMs + 1);
  expect((await opened.bench.logIn(member.email, password)).status).toBe(200);
});

test('a stranger who registers with the address of a suspended person sees no reason and cannot appeal for them', async () => {
  await impose('suspension');
  await deleteByAdmin(member);
  const outsider = await opened.visitor().post('/auth/register', { email: member.email, password });
  expect([outsider.status, outsider.body.details]).toEqual([201, undefined]);
  const signedIn = await opened.bench.logIn(member.email, password);
  expect([signedIn.status, signedIn.body.details]).toEqual([200, undefined]);
  expect(await ownSanctions(signedInUser(signedIn))).toEqual([]);
});

test('a sanction is not retained under an address that was never verified', async () => {
  const unverified = await opened.bench.register();
  await mailedToken(opened.mailServer, unverified.email, '/verify-email');
  await impose('suspension', null, unverified.id);
  await deleteByAdmin(unverified);
  const owner = await opened.registerVerified(unverified.email);
  expect(await ownSanctions(owner)).toEqual([]);
  expect((await opened.bench.logIn(unverified.email, password)).status).toBe(200);
});

test('a sanction is not retained under a former address that was never verified', async () => {
  const unverified = await opened.bench.register();
  await mailedToken(opened.mailServer, unverified.email, '/verify-email');
  const email = `nueva-${unverified.id}@tribus.test`;
  await as(unverified).put('/auth/me/email', { email, currentPassword: password });
  const token = await mailedToken(opened.mailServer, email, 'confirm-email');
  expect((await as(unverified).post('/auth/email/confirm', { token })).status).toBe(200);
  await impose('silence', null, unverified.id);
  await deleteAccount(unverified);
  expect(await ownSanctions(await opened.registerVerified(unverified.email))).toEqual([]);
  expect(await isSilenced(await opened.registerVerified(email))).toBe(true);
});

test('an address verified by a reset link or by a change of address resumes the sanction, too', async () => {
  await impose('suspension', inHours(2));
  await deleteByAdmin(member);
  const [resetting, changing] = [await opened.bench.register(member.email), await opened.registerVerified()];
  await opened.visitor().post('/auth/forgot-password', { email: member.email });
  const token = await mailedToken(opened.mailServer, member.email, '/reset-password');
  expect((await opened.visitor().post('/auth/reset-password', { token, password })).status).toBe(200);
  expect((await opened.bench.logIn(member.email, password)).body.code).toBe('account_suspended');
  await deleteByAdmin(resetting);

  await as(changing).put('/auth/me/email', { email: member.email, currentPassword: password });
  const change = await mailedToken(opened.mailServer, member.email, 'confirm-email');
  expect((await as(changing).post('/auth/email/confirm', { token: change })).status).toBe(200);
  expect((await opened.bench.logIn(member.email, password)).body.code).toBe('account_suspended');
});

test('an admin is not sanctioned by an earlier account, so that the last admin stays able to act', async () => {
  await impose('suspension');
  await deleteByAdmin(member);
  const { db } = await opened.bench.openDatabase();
  opened.clock.advance(mailIntervalSeconds * 1_000);
  const again = await opened.bench.register(member.email);
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', again.id).execute();
  const token = await mailedToken(opened.mailServer, member.email, '/verify-email', 2);
  expect((await as(again).post('/auth/verify-email', { token })).status).toBe(200);
  expect((await opened.bench.logIn(member.email, password)).status).toBe(200);
});

test('a sanction resumes when a sanctioned Google identity is linked to a verified account', async () => {
  const person = googlePerson();
  const first = await opened.signIn(person);
  await impose('silence', null, first.user.id);
  expect((await as({ actor: first.actor ?? admin.actor }).delete('/auth/me/account', {})).status).toBe(200);
  expect(await isSilenced(member)).toBe(false);
  const { sessionId } = await opened.signIn({ ...googlePerson(member.email), sub: person.sub });
  const [session] = (await opened.bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions;
  expect(session).toMatchObject({ userId: member.id, isSilenced: true });
});

test('a sanction resumes for the same Google identity, and for the same address at Google', async () => {
  const person = googlePerson();
  const first = await opened.signIn(person);
  await impose('silence', null, first.user.id);
  const own = { actor: first.actor ?? admin.actor };
  expect((await as(own).delete('/auth/me/account', {})).status).toBe(200);
  for (const again of [{ ...googlePerson(), sub: person.sub }, googlePerson(person.email)]) {
    const { sessionId } = await opened.signIn(again);
    const [session] = (await opened.bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions;
    expect(session?.isSilenced).toBe(true);
  }
  expect((await opened.signIn(googlePerson())).user).toBeDefined();
});

test('a sanction also resumes for the former address of a recently changed account', async () => {
  const { mailServer } = opened;
  const ownAccount = await opened.registerVerified();
  await impose('silence', null, ownAccount.id);
  const email = `nueva-${ownAccount.id}@tribus.test`;
  await as(ownAccount).put('/auth/me/email', { email, currentPassword: password });
  const token = await mailedToken(mailServer, email, 'confirm-email');
  expect((await as(ownAccount).post('/auth/email/confirm', { token })).status).toBe(200);
  await deleteAccount(ownAccount);
  for (const address of [ownAccount.email, email])
    expect(await isSilenced(await opened.registerVerified(address))).toBe(true);
});

test('a person who disowns an account registered with their address has no sanctions', async () => {
  const disowned = await opened.bench.register();
  await impose('silence', null, disowned.id);
  const token = await mailedToken(opened.mailServer, disowned.email, '/verify-email');
  expect((await opened.visitor().post('/auth/verify-email/disown', { token })).status).toBe(200);
  expect(await ownSanctions(await opened.registerVerified(disowned.email))).toEqual([]);
});
