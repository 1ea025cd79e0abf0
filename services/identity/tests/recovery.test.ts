import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { hourMs, minuteMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { SessionRevoked, UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken, mailsTo, textOf } from './mailbox.ts';

const clock = new TestClock(new Date());
const publicUrl = 'https://tribus.example';
const next = 'otra-clave-larga';

let mailServer: MailServer;
let bench: Bench;
beforeAll(async () => {
  mailServer = await MailServer.open();
  bench = await openBench(
    {
      ...mailServer.settings,
      PUBLIC_URL: publicUrl,
    },
    clock,
  );
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

const visitor = () => bench.service.as();
const forgot = (email: unknown) => visitor().post('/auth/forgot-password', { email });
const reset = (token: string, chosen: unknown = next) =>
  visitor().post('/auth/reset-password', { token, password: chosen });
const verify = (person: SignedInUser, token: string) =>
  bench.service.as(person.actor).post('/auth/verify-email', { token });
const disown = (token: string) => visitor().post('/auth/verify-email/disown', { token });
const resetToken = (email: string, count?: number) => mailedToken(mailServer, email, '/reset-password', count);
const verifyToken = (email: string, count?: number) => mailedToken(mailServer, email, '/verify-email', count);
const isVerified = async (person: Awaited<ReturnType<Bench['register']>>) =>
  (await bench.service.as(person.actor).get('/auth/me')).body.emailVerified;

/** Requests a link for a new password and returns its token. */
async function requestReset(email: string): Promise<string> {
  const before = mailsTo(mailServer, email, '/reset-password').length;
  clock.advance(minuteMs);
  expect((await forgot(email)).body).toEqual({ ok: true });
  return resetToken(email, before + 1);
}

test('only one of twenty concurrent uses of a verification link succeeds, and none after it', async () => {
  const ana = await bench.register();
  expect(await isVerified(ana)).toBe(false);
  const token = await verifyToken(ana.email);
  const responses = await Promise.all(Array.from({ length: 20 }, () => verify(ana, token)));
  expect(responses.filter(({ status, body }) => status === 200 && body.ok)).toHaveLength(1);
  expect(responses.filter(({ status, body }) => status === 400 && body.code === 'link_expired')).toHaveLength(19);
  expect(await isVerified(ana)).toBe(true);
  const again = await verify(ana, token);
  expect([again.status, again.body.code]).toEqual([400, 'link_expired']);
});

test('the link verifies an address only in a session of its account', async () => {
  const [outsider, owner] = [await bench.register(), await bench.register()];
  const token = await verifyToken(outsider.email);
  for (const client of [visitor(), bench.service.as(owner.actor)]) {
    const { status, body } = await client.get(`/auth/verify-email?token=${token}`);
    expect([status, body.code]).toEqual([403, 'verification_sign_in']);
    expect(body.details).toEqual([{ path: 'email', message: outsider.email }]);
  }
  expect(await isVerified(outsider)).toBe(false);
  expect((await verify(outsider, token)).status).toBe(200);
});

test('the owner of an address that a stranger registered can delete that account by the link, once', async () => {
  const outsider = await bench.register();
  const token = await verifyToken(outsider.email);
  const responses = await Promise.all(Array.from({ length: 20 }, () => disown(token)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.code === 'link_expired')).toHaveLength(19);
  expect((await bench.rpc.resolveSessions({ sessionIds: [outsider.sessionId] })).sessions).toEqual([]);
  expect(await bench.events(UserDeleted)).toContainEqual({ userId: outsider.id });
  expect((await bench.logIn(outsider.email, password)).status).toBe(401);
  const owner = await bench.register(outsider.email);
  expect(owner.id).not.toBe(outsider.id);
});

test('an account with a verified address cannot be disowned', async () => {
  const ana = await bench.register();
  const first = await verifyToken(ana.email);
  expect((await reset(await requestReset(ana.email))).status).toBe(200);
  expect((await disown(first)).body.code).toBe('link_expired');
  expect((await bench.logIn(ana.email, next)).body.user).toMatchObject({ id: ana.id, emailVerified: true });
});

test('a mail has a text and an HTML version in the language of the screen; its link has the public address', async () => {
  const email = `${unique('ann')}@tribus.test`;
  await bench.service.as(visitorActor('en')).post('/auth/register', { email, password });
  const token = await verifyToken(email);
  const [mail] = mailsTo(mailServer, email, '/verify-email');
  expect(mail?.raw).toMatch(/^Subject: Confirm your email address at Tribus\r?$/m);
  expect(mail?.raw).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(mail?.raw).toMatch(/content-type: text\/html/i);
  expect(mail && textOf(mail)).toContain(`\n${publicUrl}/verify-email?token=${token}`);
});

test('links do not contain the Host header of a request', async () => {
  const { email } = await bench.register();
  clock.advance(minuteMs);
  const headers = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    forwarded: 'host=evil.test',
    origin: 'https://evil.test',
  };
  await visitor().post('/auth/forgot-password', { email }, headers);
  await resetToken(email);
  for (const { raw } of mailServer.taken) expect(raw).not.toContain('evil.test');
});

test('a verification link works for two days; requesting another invalidates the first', async () => {
  const ana = await bench.register();
  const first = await verifyToken(ana.email);
  clock.advance(minuteMs);
  await bench.service.as(ana.actor).post('/auth/verify-email/resend');
  const second = await verifyToken(ana.email, 2);
  expect((await verify(ana, first)).body.code).toBe('link_expired');
  clock.advance(48 * hourMs);
  expect((await verify(ana, second)).body.code).toBe('link_expired');
  await visitor().post('/auth/verify-email/resend', { email: ana.email });
  expect((await verify(ana, await verifyToken(ana.email, 3))).status).toBe(200);
});

test('an address is mailed at most once a minute, and the response is always the same', async () => {
  const ana = await bench.register();
  await verifyToken(ana.email);
  const me = bench.service.as(ana.actor);
  const resend = () => me.post('/auth/verify-email/resend');
  for (const { status, body } of await Promise.all(Array.from({ length: 10 }, resend)))
    expect([status, body]).toEqual([200, { ok: true }]);
  clock.advance(minuteMs);
  await Promise.all(Array.from({ length: 10 }, resend));
  await Promise.all(Array.from({ length: 10 }, () => forgot(ana.email)));
  await resetToken(ana.email);
  await verifyToken(ana.email, 2);
  await bench.jobsDone();
  expect(mailsTo(mailServer, ana.email, '/verify-email')).toHaveLength(2);
  expect(mailsTo(mailServer, ana.email, '/reset-password')).toHaveLength(1);
});

test('a verified address is not verified again', async () => {
  const ana = await bench.register();
  await verify(ana, await verifyToken(ana.email));
  clock.advance(minuteMs);
  await bench.service.as(ana.actor).post('/auth/verify-email/resend');
  await bench.jobsDone();
  expect(mailsTo(mailServer, ana.email, '/verify-email')).toHaveLength(1);
});

test('a mailed link replaces a forgotten password and ends the sessions of its account only', async () => {
  const [ana, other] = [await bench.register(), await bench.register()];
  const { sessionId } = signedInUser(await bench.logIn(ana.email, password));
  const token = await requestReset(ana.email);
  const { body } = await bench.service.as(other.actor).post('/auth/reset-password', { token, password: next });
  expect(body).toEqual({ ok: true, userId: ana.id });
  const sessionIds = [ana.sessionId, sessionId, other.sessionId];
  const { sessions } = await bench.rpc.resolveSessions({ sessionIds });
  expect(sessions.map(({ userId }) => userId)).toEqual([other.id]);
  const [ended] = (await bench.events(SessionRevoked)).filter(({ userId }) => userId === ana.id);
  expect(new Set(ended?.sessionIds)).toEqual(new Set([ana.sessionId, sessionId]));
  expect((await bench.logIn(ana.email, password)).status).toBe(401);
  expect((await bench.logIn(ana.email, next)).body.user).toMatchObject({ id: ana.id, emailVerified: true });
});

test("a password reset by the address's owner revokes every sign-in method of a stranger who registered it", async () => {
  const [outsider, owner] = [await bench.register(), await bench.register()];
  await verify(owner, await verifyToken(owner.email));
  const { db } = await bench.openDatabase();
  const addSecondFactor = async (userId: string) => {
    const row = { userId, secret: 'sealed', createdAt: clock.now(), enabledAt: clock.now() };
    await db.insertInto('secondFactors').values(row).execute();
  };
  const hasOne = async (userId: string) =>
    (await db.selectFrom('secondFactors').select('userId').where('userId', '=', userId).execute()).length === 1;
  for (const { id, email } of [outsider, owner]) {
    await addSecondFactor(id);
    expect((await reset(await requestReset(email))).status).toBe(200);
  }
  expect(await hasOne(outsider.id)).toBe(false);
  expect(await hasOne(owner.id)).toBe(true);
});

test('only one of twenty concurrent resets by one link succeeds, and only its password works', async () => {
  const { email } = await bench.register();
  const token = await requestReset(email);
  const chosen = Array.from({ length: 20 }, (_, index) => `clave-numero-${index}`);
  const responses = await Promise.all(chosen.map((password) => reset(token, password)));
  const won = responses.findIndex(({ status }) => status === 200);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.code === 'link_expired')).toHaveLength(19);
  for (const [index, one] of chosen.entries())
    if (index === won || index < 3) expect((await bench.logIn(email, one)).status).toBe(index === won ? 200 : 401);
});

test('a rejected password leaves its link valid', async () => {
  const { email } = await bench.register();
  const token = await requestReset(email);
  for (const [refused, code] of [
    ['12345', 'password_too_short'],
    ['x'.repeat(201), 'password_too_long'],
    [{ $ne: '' }, 'password_too_short'],
  ]) {
    const response = await reset(token, refused);
    expect([response.status, response.body.code]).toEqual([400, code]);
  }
  expect((await reset(token)).status).toBe(200);
});

test('a reset link works for an hour, and only the latest one', async () => {
  const { email } = await bench.register();
  const [first, second] = [await requestReset(email), await requestReset(email)];
  expect((await reset(first)).body.code).toBe('link_expired');
  clock.advance(hourMs);
  expect((await reset(second)).body.code).toBe('link_expired');
  expect((await bench.logIn(email, password)).status).toBe(200);
});

test('a verification link cannot set a password, and a reset link cannot verify', async () => {
  const ana = await bench.register();
  const proof = await verifyToken(ana.email);
  const link = await requestReset(ana.email);
  expect((await reset(proof)).body.code).toBe('link_expired');
  expect((await verify(ana, link)).body.code).toBe('link_expired');
  expect((await disown(link)).body.code).toBe('link_expired');
  expect((await verify(ana, proof)).status).toBe(200);
  expect((await reset(link)).status).toBe(200);
});

test.each([
  ['is unknown', async () => `${unique('unknown')}@tribus.test`],
  ['is invalid', async () => 'not an address'],
  ['is too long', async () => `${'a'.repeat(60_000)}@tribus.test`],
  ['injects a header', async () => 'ana@tribus.test\r\nBcc: todos@tribus.test'],
])('a reset request with an address that %s gets the usual response and sends no mail', async (_what, ask) => {
  await bench.jobsDone();
  const before = mailServer.taken.length;
  const response = await forgot(await ask());
  expect([response.status, response.body]).toEqual([200, { ok: true }]);
  await bench.jobsDone();
  expect(mailServer.taken).toHaveLength(before);
});

test('a Google account without a password gets one by a mailed link', async () => {
  const google = await bench.register();
  await bench.removePassword(google.id);
  expect((await bench.logIn(google.email, password)).status).toBe(401);
  expect((await reset(await requestReset(google.email))).status).toBe(200);
  expect((await bench.logIn(google.email, next)).status).toBe(200);
});

test('no token and no password is in a log', async () => {
  const ana = await bench.register();
  const tokens = [await verifyToken(ana.email), await requestReset(ana.email)];
  await verify(ana, tokens[0] ?? '');
  await reset(tokens[1] ?? '');
  const logged = bench.service.logged.join('');
  for (const token of tokens) expect(logged).not.toContain(token);
  expect(logged).not.toContain(next);
});

test('a registration does not wait for an unavailable mail server, and its mail is sent later', async () => {
  mailServer.refusal = 'not now';
  const before = mailServer.refused;
  const ana = await bench.register();
  await until(() => mailServer.refused > before, 'it was rejected');
  mailServer.refusal = undefined;
  expect((await verify(ana, await verifyToken(ana.email))).status).toBe(200);
});

test('a mail that the server refuses for good is a failed job where operators look, and is sent once they retry it', async () => {
  await bench.allJobsDone();
  mailServer.refusesRecipients = true;
  const ana = await bench.register();
  await bench.jobsDone();
  await bench.jumpToLastAttempt();
  await until(async () => (await bench.failedJobs()).length > 0, 'the last attempt failed');
  mailServer.refusesRecipients = false;
  const lastError = 'the mail could not be sent: EENVELOPE 550';
  expect(await bench.failedJobs()).toMatchObject([{ taskIdentifier: 'sendVerificationMail', lastError }]);
  const metrics = await (await fetch(`${bench.service.opsUrl}/metrics`)).text();
  expect(metrics).toMatch(/^jobs\{kind="sendVerificationMail",state="failed",.*\} 1$/m);
  const logged = bench.service.logged.filter((line) => line.includes('job failed; not retried: no attempts left'));
  expect(logged.map((line) => JSON.parse(line).job)).toEqual(['sendVerificationMail']);
  expect(logged.join()).not.toContain(ana.email);
  await bench.retryFailedJobs();
  expect((await verify(ana, await verifyToken(ana.email))).status).toBe(200);
  expect([await bench.failedJobs(), mailsTo(mailServer, ana.email, '/verify-email').length]).toEqual([[], 1]);
});
