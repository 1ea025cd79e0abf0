import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';
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
