import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken } from './mailbox.ts';

let mailServer: MailServer;
let bench: Bench;
beforeAll(async () => {
  mailServer = await MailServer.open();
  bench = await openBench({
    ...mailServer.settings,
    PUBLIC_URL: 'https://tribus.example',
  });
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

/** Responses to a request, to its repetition with the same idempotency key, and to one without a key. */
async function repeated(path: string, body: object, person?: SignedInUser): Promise<unknown[]> {
  const client = bench.service.as(person?.actor);
  const key = { 'idempotency-key': unique('key') };
  const [first, second] = [await client.post(path, body, key), await client.post(path, body, key)];
  const another = await client.post(path, body);
  return [first.status, second.status, another.body.code];
}

const registration = (body: object, key: string) =>
  bench.service.as().post('/auth/register', body, { 'idempotency-key': key });

test('a registration whose response was lost is repeated under its key and signs in to the same session', async () => {
  const [body, key] = [{ email: `${unique('ana')}@tribus.test`, password }, unique('key')];
  const [first, second] = await Promise.all([registration(body, key), registration(body, key)]);
  const third = await registration(body, key);
  const sessions = [first, second, third].map((response) => signedInUser(response).sessionId);
  expect(new Set(sessions).size).toBe(1);
  expect(third.body.user).toEqual(first.body.user);
  expect((await bench.rpc.resolveSessions({ sessionIds: sessions })).sessions).toHaveLength(1);
  expect((await bench.service.as().post('/auth/register', body)).body.code).toBe('email_taken');
  const registered = await bench.events(UserRegistered);
  expect(registered.filter(({ userId }) => userId === first.body.user.id)).toHaveLength(1);
});

test('a key of a registration with another password or address is refused', async () => {
  const [email, key] = [`${unique('ana')}@tribus.test`, unique('key')];
  expect((await registration({ email, password }, key)).status).toBe(201);
  for (const body of [
    { email, password: 'otra-clave-larga' },
    { email: `${unique('otra')}@tribus.test`, password },
  ]) {
    const refused = await registration(body, key);
    expect([refused.status, refused.body.code]).toEqual([409, 'idempotency_conflict']);
  }
});

test('a registration repeated after its session has ended opens no other one', async () => {
  const [body, key] = [{ email: `${unique('ana')}@tribus.test`, password }, unique('key')];
  const { actor } = signedInUser(await registration(body, key));
  expect((await bench.service.as(actor).post('/auth/logout')).status).toBe(200);
  expect((await registration(body, key)).body.code).toBe('email_taken');
  const again = signedInUser(await bench.logIn(body.email, password));
  await bench.service.as(again.actor).delete('/auth/me/account', { confirmPassword: password });
  expect((await registration(body, key)).body.code).toBe('sign_in_outdated');
});

test('the stored result of a registration contains neither a token nor the entered data', async () => {
  const [body, key] = [{ email: `${unique('ana')}@tribus.test`, password }, unique('key')];
  const { token } = signedInUser(await registration(body, key));
  const { db } = await bench.openDatabase();
  const { rows } = await sql<{ row: string }>`
    select encode(result, 'escape') || body_hash as row from idempotency_keys where key = ${key}`.execute(db);
  expect(rows).toHaveLength(2);
  for (const secret of [body.email, password, token, ...token.split('.')])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

test('a repeated verification gets the same response', async () => {
  const ana = await bench.register();
  const token = await mailedToken(mailServer, ana.email, '/verify-email');
  expect(await repeated('/auth/verify-email', { token }, ana)).toEqual([200, 200, 'link_expired']);
});

test('a repeated change of address gets the same response', async () => {
  const [ana, email] = [await bench.register(), `${unique('nueva')}@tribus.test`];
  await bench.service.as(ana.actor).put('/auth/me/email', { email, currentPassword: password });
  const token = await mailedToken(mailServer, email, 'confirm-email');
  expect(await repeated('/auth/email/confirm', { token }, ana)).toEqual([200, 200, 'link_expired']);
});

test('a repeated password reset gets the same response', async () => {
  const ana = await bench.register();
  await bench.service.as().post('/auth/forgot-password', { email: ana.email });
  const token = await mailedToken(mailServer, ana.email, '/reset-password');
  const chosen = { token, password: 'otra-clave-larga' };
  expect(await repeated('/auth/reset-password', chosen)).toEqual([200, 200, 'link_expired']);
  expect((await bench.logIn(ana.email, chosen.password)).status).toBe(200);
});

test('a repeated undoing of a change of address gets the same response', async () => {
  const [ana, email] = [await bench.register(), `${unique('nueva')}@tribus.test`];
  const me = bench.service.as(ana.actor);
  await me.post('/auth/verify-email', { token: await mailedToken(mailServer, ana.email, '/verify-email') });
  await me.put('/auth/me/email', { email, currentPassword: password });
  await me.post('/auth/email/confirm', { token: await mailedToken(mailServer, email, 'confirm-email') });
  const token = await mailedToken(mailServer, ana.email, 'undo-email');
  expect(await repeated('/auth/email/undo', { token })).toEqual([200, 200, 'link_expired']);
});

test('a repeated deletion of a disowned account gets the same response', async () => {
  const outsider = await bench.register();
  const token = await mailedToken(mailServer, outsider.email, '/verify-email');
  expect(await repeated('/auth/verify-email/disown', { token })).toEqual([200, 200, 'link_expired']);
});
