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

/** The answers to a request that is sent again under its key because the first answer was lost, and to one without it. */
async function repeated(path: string, body: object, who?: SignedInUser): Promise<unknown[]> {
  const caller = bench.service.as(who?.actor);
  const key = { 'idempotency-key': unique('key') };
  const [first, second] = [await caller.post(path, body, key), await caller.post(path, body, key)];
  const another = await caller.post(path, body);
  return [first.status, second.status, another.body.code];
}

test('a link that proves an address is answered again', async () => {
  const ana = await bench.register();
  const token = await mailedToken(mailServer, ana.email, '/verify-email');
  expect(await repeated('/auth/verify-email', { token }, ana)).toEqual([200, 200, 'link_expired']);
});

test('a link to another address is answered again', async () => {
  const [ana, email] = [await bench.register(), `${unique('nueva')}@tribus.test`];
  await bench.service.as(ana.actor).put('/auth/me/email', { email, currentPassword: password });
  const token = await mailedToken(mailServer, email, 'confirm-email');
  expect(await repeated('/auth/email/confirm', { token }, ana)).toEqual([200, 200, 'link_expired']);
});

test('a password that was set by a link is answered again', async () => {
  const ana = await bench.register();
  await bench.service.as().post('/auth/forgot-password', { email: ana.email });
  const token = await mailedToken(mailServer, ana.email, '/reset-password');
  const chosen = { token, password: 'otra-clave-larga' };
  expect(await repeated('/auth/reset-password', chosen)).toEqual([200, 200, 'link_expired']);
  expect((await bench.logIn(ana.email, chosen.password)).status).toBe(200);
});
