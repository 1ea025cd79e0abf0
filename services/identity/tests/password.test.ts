import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { SessionRevoked } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';

const clock = new TestClock();

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ RATE_LIMIT_LOGIN_FAILURES: '3' }, clock);
});
afterAll(() => bench.close());

const next = 'otra-clave-larga';

const change = ({ actor }: SignedInUser, body: object) => bench.service.as(actor).put('/auth/me/password', body);

const openSessions = async (...ids: string[]) =>
  (await bench.rpc.resolveSessions({ sessionIds: ids })).sessions.map(({ sessionId }) => sessionId);

test('a changed password ends all other sessions at once, and only the new one signs in', async () => {
  const ownAccount = await bench.register();
  const phone = signedInUser(await bench.logIn(ownAccount.email, password));
  expect((await change(ownAccount, { currentPassword: password, newPassword: next })).body).toEqual({ ok: true });
  expect(await openSessions(ownAccount.sessionId, phone.sessionId)).toEqual([ownAccount.sessionId]);
  expect((await bench.events(SessionRevoked)).filter(({ userId }) => userId === ownAccount.id)).toEqual([
    { userId: ownAccount.id, sessionIds: [phone.sessionId] },
  ]);
  expect((await bench.logIn(ownAccount.email, password)).status).toBe(401);
  expect((await bench.logIn(ownAccount.email, next)).status).toBe(200);
});

test.each([
  ['a wrong password', { currentPassword: 'equivocada', newPassword: next }, 403, 'wrong_password'],
  ['no password', { newPassword: next }, 400, 'password_missing'],
  ['a short one', { currentPassword: password, newPassword: '12345' }, 400, 'password_too_short'],
  ['a megabyte', { currentPassword: password, newPassword: 'x'.repeat(1_000_000) }, 413, 'payload_too_large'],
  ['operators', { currentPassword: { $gt: '' }, newPassword: next }, 400, 'password_missing'],
])('a change with %s is rejected, ends no session and changes nothing', async (_with, body, status, code) => {
  const ownAccount = await bench.register();
  const phone = signedInUser(await bench.logIn(ownAccount.email, password));
  const response = await change(ownAccount, body);
  expect([response.status, response.body.code]).toEqual([status, code]);
  expect(await openSessions(ownAccount.sessionId, phone.sessionId)).toHaveLength(2);
  expect((await bench.logIn(ownAccount.email, password)).status).toBe(200);
});

test('a change distinguishes passwords with the same first 72 bytes', async () => {
  const ownAccount = await bench.register();
  const long = 'ñ'.repeat(80);
  await change(ownAccount, { currentPassword: password, newPassword: `${long}1` });
  expect((await bench.logIn(ownAccount.email, `${long}2`)).status).toBe(401);
  expect((await bench.logIn(ownAccount.email, `${long}1`)).status).toBe(200);
});

test('only one of ten concurrent changes with the right password succeeds', async () => {
  const ownAccount = await bench.register();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      change(ownAccount, { currentPassword: password, newPassword: `${next}-${index}` }),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('guesses of the password with a stolen session are slowed down', async () => {
  const ownAccount = await bench.register();
  const guess = () => change(ownAccount, { currentPassword: 'equivocada', newPassword: next });
  const statuses = [(await guess()).status, (await guess()).status, (await guess()).status, (await guess()).status];
  expect(statuses).toEqual([403, 403, 403, 429]);
  expect((await bench.logIn(ownAccount.email, password)).status).toBe(200);
});

test('guesses of other clients do not keep a signed-in user from changing the password', async () => {
  const ownAccount = await bench.register();
  for (let count = 0; count < 30; count++) await bench.logIn(ownAccount.email, 'equivocada');
  expect((await bench.logIn(ownAccount.email, password)).status).toBe(429);
  expect((await change(ownAccount, { currentPassword: password, newPassword: next })).status).toBe(200);
});

test('an account without a password sets its first one shortly after signing in, and not later', async () => {
  const ownAccount = await bench.register();
  await bench.removePassword(ownAccount.id);
  const { body } = await bench.service.as(ownAccount.actor).get('/auth/me/security');
  expect(body).toMatchObject({ hasPassword: false, signedInRecently: true });
  clock.advance(15 * 60_000);
  const late = await change(ownAccount, { newPassword: next });
  expect([late.status, late.body.code]).toEqual([403, 'recent_sign_in_needed']);
  clock.advance(-60_000);
  expect((await change(ownAccount, { newPassword: next })).status).toBe(200);
  expect((await bench.service.as(ownAccount.actor).get('/auth/me/security')).body).toMatchObject({ hasPassword: true });
  expect((await bench.logIn(ownAccount.email, next)).status).toBe(200);
});
