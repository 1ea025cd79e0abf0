import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { Authenticator } from '../../services/identity/tests/authenticator.ts';
import { codeOfApp } from './authenticator-app.ts';
import type { Listener } from './listener.ts';
import { mailedLink, Outside } from './outside.ts';
import { HttpClient, Person, passwordOf, postForm } from './people.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

/** One route of every service that serves members over HTTP; the stream is that of the last one. */
const everywhere = ['/auth/me', '/tribes/38', '/tribes/38/posts', '/notifications', '/gamification/me'];

let outside: Outside;
let own: TestSystem;
beforeAll(async () => {
  outside = await Outside.open();
  own = await startTestSystem({ topology: 'one', env: { ...outside.env, NEW_ACCOUNT_HOURS: '24' } });
});
afterAll(async () => {
  await own.close();
  await outside.close();
});

const tokenOf = (path: string) => new URL(path, 'http://tribus.test').searchParams.get('token');

/** Resolves when every service refuses the person and their stream has ended. */
async function expectSignedOut(person: Pick<Person, 'get'>, stream: Listener): Promise<void> {
  await until(
    async () =>
      stream.ended &&
      (await Promise.all(everywhere.map((path) => person.get(path)))).every(({ status }) => status === 401),
    'the stream has ended and every service refuses',
  );
}

const isSignedIn = async (person: Pick<Person, 'get'>): Promise<boolean> =>
  (await Promise.all(everywhere.map((path) => person.get(path)))).every(({ status }) => status === 200);

test('a session ended from another device is refused by every service, and its stream ends', async () => {
  const ana = await own.newcomer('ana');
  const [phone, tablet] = [await ana.signInAgain(), await ana.signInAgain()];
  expect(await isSignedIn(phone)).toBe(true);
  const [ofPhone, ofTablet] = [await phone.listen('/stream'), await tablet.listen('/stream')];
  const { items } = await phone.read('/auth/sessions');
  const { id } = items.find(({ current }: { current: boolean }) => current);
  expect((await ana.delete(`/auth/sessions/${id}`)).status).toBe(200);
  await expectSignedOut(phone, ofPhone);
  expect([ofTablet.ended, await isSignedIn(tablet)]).toEqual([false, true]);
  expect((await ana.delete('/auth/sessions')).status).toBe(200);
  await expectSignedOut(tablet, ofTablet);
  expect(await isSignedIn(ana)).toBe(true);
});

test('a changed password ends all other sessions, a reset by mail ends all of them', async () => {
  const eva = await own.newcomer('eva');
  const phone = await eva.signInAgain();
  const ofPhone = await phone.listen('/stream');
  const change = { currentPassword: passwordOf(eva.email), newPassword: 'otra clave larga' };
  expect((await eva.put('/auth/me/password', change)).status).toBe(200);
  await expectSignedOut(phone, ofPhone);
  const stream = await eva.listen('/stream');
  await own.visitor.post('/auth/forgot-password', { email: eva.email });
  const token = tokenOf(await mailedLink(outside, eva.email, '/reset-password'));
  expect((await own.visitor.post('/auth/reset-password', { token, password: 'la tercera clave' })).status).toBe(200);
  await expectSignedOut(eva, stream);
  const back = await Person.logIn(eva.url, eva.email, 'la tercera clave');
  expect(await back.read('/auth/me')).toMatchObject({ id: eva.id, emailVerified: true });
});

test('links in mails lead to the configured address, whatever host a request names', async () => {
  const evil = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' };
  const email = 'enlazada@tribus.test';
  const registered = await own.visitor.post('/auth/register', { email, password: passwordOf(email) }, evil);
  expect(registered.status).toBe(201);
  expect((await own.visitor.post('/auth/forgot-password', { email }, evil)).status).toBe(200);
  for (const page of ['/verify-email', '/reset-password']) await mailedLink(outside, email, page);
  const links = (await outside.mailsTo(email)).flatMap((text) => text.match(/https?:\/\/[^/\s]+/g) ?? []);
  expect(new Set(links)).toEqual(new Set([new URL(own.system.url).origin]));
});

/** Returns a person with an authenticator app. */
async function protectedPerson() {
  const person = await own.newcomer('luz');
  const currentPassword = passwordOf(person.email);
  const { secret } = (await person.put('/auth/me/second-factor', { currentPassword })).body;
  const { codes } = (await person.put('/auth/me/second-factor/confirmation', { code: codeOfApp(secret) })).body;
  const challenge = async () =>
    (await own.visitor.post('/auth/login', { email: person.email, password: currentPassword })).body.secondFactor
      .challenge;
  return { person, codes: codes as string[], challenge };
}

const answer = (challenge: string, code: string) => own.visitor.post('/auth/login/second-factor', { challenge, code });

test('guesses of the second factor are slowed down over all sign-ins, and the owner’s session remains valid', async () => {
  const { person, codes, challenge } = await protectedPerson();
  const last = await challenge();
  const refusals: string[] = [];
  let challengeId = '';
  // Each further failure doubles the wait. Once it is longer than a response takes, the next attempt is refused.
  const mustWait = async () => {
    if (refusals.length % 4 === 0) challengeId = await challenge();
    const { body, headers } = await answer(challengeId, '000000');
    refusals.push(body.code);
    return Number(headers.get('retry-after') ?? 0) >= 4;
  };
  await until(mustWait, 'a guess must wait');
  // The right code must also wait; otherwise guessing could continue.
  expect((await answer(last, codes[0] ?? '')).status).toBe(429);
  expect(new Set(refusals)).toEqual(new Set(['wrong_sign_in_code', 'too_many_attempts']));
  expect(refusals.filter((code) => code === 'wrong_sign_in_code').length).toBeLessThan(20);
  expect(await isSignedIn(person)).toBe(true);
});

test('only one of twenty concurrent uses of one recovery code signs in', async () => {
  const { codes, challenge } = await protectedPerson();
  const challengeId = await challenge();
  const responses = await Promise.all(Array.from({ length: 20 }, () => answer(challengeId, codes[0] ?? '')));
  const [signedIn, ...more] = responses.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(await isSignedIn(new HttpClient(own.visitor.url, signedIn?.body.token))).toBe(true);
});

test('a passkey signs in once for each challenge, until it is removed', async () => {
  const sara = await own.newcomer('sara');
  const origin = own.system.url;
  const device = new Authenticator();
  const currentPassword = passwordOf(sara.email);
  const made = (await sara.put('/auth/me/passkeys/options', { currentPassword })).body.options;
  const credential = device.create(made, origin);
  const { body: passkey } = await sara.post('/auth/me/passkeys', { name: 'Mi móvil', credential });
  const begin = async () => (await own.visitor.post('/auth/login/passkey/options')).body.options;
  const used = device.get(await begin(), origin);
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => own.visitor.post('/auth/login/passkey', { credential: used })),
  );
  const [signedIn, ...more] = responses.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(await isSignedIn(new HttpClient(sara.url, signedIn?.body.token))).toBe(true);
  const removal = await sara.call('DELETE', `/auth/me/passkeys/${passkey.id}`, { currentPassword });
  expect(removal.status).toBe(200);
  const late = await own.visitor.post('/auth/login/passkey', { credential: device.get(await begin(), origin) });
  expect([late.status, late.body.code]).toEqual([401, 'passkey_wrong']);
});

test('a new address is confirmed by mail, and the previous one can revert it and end every session', async () => {
  const ida = await own.newcomer('ida');
  const verification = { token: tokenOf(await mailedLink(outside, ida.email, '/verify-email')) };
  expect((await ida.post('/auth/verify-email', verification)).status).toBe(200);
  const email = `nueva.${randomBytes(4).toString('hex')}@tribus.test`;
  await ida.put('/auth/me/email', { email, currentPassword: passwordOf(ida.email) });
  const confirm = { token: tokenOf(await mailedLink(outside, email, '/confirm-email')) };
  expect((await own.visitor.post('/auth/email/confirm', confirm)).body.code).toBe('verification_sign_in');
  expect((await ida.post('/auth/email/confirm', confirm)).status).toBe(200);
  const otherSession = await Person.logIn(ida.url, email, passwordOf(ida.email));
  const stream = await otherSession.listen('/stream');
  const undo = { token: tokenOf(await mailedLink(outside, ida.email, '/undo-email')) };
  expect((await own.visitor.post('/auth/email/undo', undo)).body).toEqual({ email: ida.email });
  await expectSignedOut(otherSession, stream);
  const login = await own.visitor.post('/auth/login', { email, password: passwordOf(ida.email) });
  expect(login.status).toBe(401);
});

test('a new account has limits in every service until its address is verified or an admin lifts them', async () => {
  const [admin, owner, ana] = [await own.admin(), await own.newcomer('duena'), await own.newcomer('nueva')];
  const founders = [owner, await own.newcomer('uno'), await own.newcomer('dos'), await own.newcomer('tres')];
  const names = (by: Person) => [1, 2, 3].map((index) => `Con prisa ${index} ${by.id.slice(-8)}`);
  const tribes = await Promise.all(founders.flatMap((by) => names(by).map((name) => by.createTribe(name))));
  const links = 'https://a.test https://b.test https://c.test';
  const { id: postId } = await owner.publish(38, { content: 'Hola' });
  const comment = (by: Person) => by.post(`/tribes/38/posts/${postId}/comments`, { content: links });
  const refusals = async (by: Person) => {
    const began = (await by.get('/auth/me')).headers.get('date') ?? '';
    const responses = [await comment(by)];
    // Enough to exceed the limit of one clock hour, even when another begins in the middle.
    const chat = () => by.post('/tribes/38/chat', { content: 'Hola' });
    for (let count = 0; count < 61; count += 10)
      responses.push(...(await Promise.all(Array.from({ length: 10 }, chat))));
    const publish = () => by.post('/tribes/38/posts', postForm({ content: 'Hola' }));
    responses.push(...(await Promise.all(Array.from({ length: 11 }, publish))));
    responses.push(...(await Promise.all(tribes.map(({ id }) => by.join(id)))));
    for (const { status, headers, body } of responses.filter(({ status }) => status >= 400)) {
      const opensAt = body.details[0].message;
      // The hour of the first of them may have ended.
      expect([status === 403 || status === 429, Date.parse(opensAt) > Date.parse(began)]).toEqual([true, true]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    return new Set(responses.flatMap(({ body }) => body.code ?? []));
  };
  const limits = ['links', 'messages', 'posts', 'joins'].map((what) => `new_account_${what}`);
  expect(await refusals(ana)).toEqual(new Set(limits));
  const token = tokenOf(await mailedLink(outside, ana.email, '/verify-email'));
  expect((await ana.post('/auth/verify-email', { token })).status).toBe(200);
  await until(async () => (await comment(ana)).status === 201, 'her address counts');
  const ben = await own.newcomer('ben');
  expect((await comment(ben)).status).toBe(403);
  expect((await admin.put(`/admin/users/${ben.id}/limits`, { lifted: true })).status).toBe(200);
  await until(async () => (await comment(ben)).status === 201, 'what the admin did counts');
  expect(await refusals(ben)).toEqual(new Set());
});

test('the audit log is append-only for every role, and its export contains no formulas', async () => {
  const [admin, ana] = [await own.admin(), await own.newcomer('ana')];
  const formula = '=HYPERLINK("https://evil.test")';
  await admin.put(`/admin/users/${ana.id}`, { name: formula });
  await own.visitor.post('/auth/login', { email: ana.email, password: 'no es' });
  const { items } = await admin.read(`/admin/audit?target=${ana.id}`);
  const actions = items.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['user_updated', 'login_failed']));
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    for (const path of ['/admin/audit', `/admin/audit/${items[0].id}`])
      expect((await admin.call(method, path, method === 'DELETE' ? undefined : {})).status).toBeGreaterThanOrEqual(404);
  for (const statement of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log'])
    await expect(own.sql('identity', statement)).rejects.toThrow('the audit log is append-only');
  const file = await admin.get(`/admin/audit.csv?target=${ana.id}`);
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(file.headers.get('content-disposition')).toContain('attachment');
  expect(file.body).toContain('user_updated');
  expect(file.body).toContain(`"'=HYPERLINK`);
  expect(file.body).not.toMatch(/(^|,)"?=/m);
  expect((await ana.get('/admin/audit.csv')).status).toBe(403);
});

// Last but one: the admins of the other tests may be deleted.
test('two last admins who delete each other concurrently leave one admin', async () => {
  const admin = await own.admin();
  const [email, password] = [`jefa.${randomBytes(4).toString('hex')}@tribus.test`, 'clave de administradora'];
  const { body } = await admin.post('/admin/users', { email, password, name: 'Jefa', role: 'admin' });
  const other = await Person.logIn(admin.url, email, password);
  const responses = await Promise.all([
    admin.delete(`/admin/users/${body.id}`),
    other.delete(`/admin/users/${admin.id}`),
  ]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = responses[0]?.status === 200 ? admin : other;
  await until(async () => (await left.get('/admin/users')).status === 200, 'who is left still runs the place');
  const { status, body: refusal } = await left.put(`/admin/users/${left.id}`, { role: 'user' });
  expect([status, refusal.code]).toEqual([409, 'last_admin']);
});

test('no service logged a fault', async () => {
  expect(await own.faults()).toEqual([]);
});
