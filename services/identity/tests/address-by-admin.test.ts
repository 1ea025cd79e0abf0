import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { minuteMs } from '@tribus/kit/core/durations.ts';
import type { Language } from '@tribus/kit/core/language.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken, textOf } from './mailbox.ts';

const clock = new TestClock(new Date());
const adminEmail = 'jefa@tribus.test';

let mailServer: MailServer;
let bench: Bench;
let admin: SignedInUser;
beforeAll(async () => {
  mailServer = await MailServer.open();
  const site = { PUBLIC_URL: 'https://tribus.example', ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password };
  bench = await openBench({ ...mailServer.settings, ...site }, clock);
  admin = signedInUser(await bench.logIn(adminEmail, password));
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const mailsWith = (email: string, words: string) =>
  mailServer.taken.filter((mail) => mail.to.includes(email) && textOf(mail).includes(words));

/** Changes a user's address as an admin does; returns the new one. */
async function move({ id }: Pick<SignedInUser, 'id'>): Promise<string> {
  const email = `${unique('nueva')}@tribus.test`;
  const client = bench.service.as({ ...admin.actor, language: 'en' });
  expect((await client.put(`/admin/users/${id}`, { email })).status).toBe(200);
  return email;
}

test.each<[string, Language | undefined, string, string]>([
  ['no language', undefined, 'Un administrador ha cambiado el correo de tu cuenta', 'Confirma tu nuevo correo'],
  ['Spanish', 'es', 'Un administrador ha cambiado el correo de tu cuenta', 'Confirma tu nuevo correo'],
  ['English', 'en', 'An administrator has changed the email address of your account', 'Confirm your new email address'],
  ['Chinese', 'zh', '管理员更改了你的账号邮箱', '验证你的新邮箱'],
])('a user with %s gets both mails about an address that an admin set in it', async (_, language, former, current) => {
  const user = await bench.register();
  if (language) expect((await as(user).put('/auth/me/language', { language })).status).toBe(200);
  const email = await move(user);
  for (const [address, heading] of [
    [user.email, former],
    [email, current],
  ] as const) {
    await until(() => mailsWith(address, heading).length === 1, `a mail to ${address}`);
    expect(mailsWith(address, heading)[0]?.raw).toMatch(/content-type: text\/html/i);
  }
  const notice = textOf(mailsWith(user.email, former)[0] ?? { raw: '' });
  expect(notice).toContain('https://tribus.example/contact');
  expect(notice).not.toContain('token=');
  expect(notice).not.toContain(email);
});

test('the mailed link verifies the new address in a session of the account', async () => {
  const email = await move(await bench.register());
  const token = await mailedToken(mailServer, email, '/verify-email');
  const owner = as(signedInUser(await bench.logIn(email, password)));
  expect((await owner.post('/auth/verify-email', { token })).status).toBe(200);
  expect((await owner.get('/auth/me')).body).toMatchObject({ email, emailVerified: true });
});

test('no link mailed to an address that an admin has set deletes the account', async () => {
  const user = await bench.register();
  const email = await move(user);
  const first = await mailedToken(mailServer, email, '/verify-email');
  clock.advance(minuteMs);
  await bench.service.as().post('/auth/verify-email/resend', { email });
  for (const token of [first, await mailedToken(mailServer, email, '/verify-email', 2)]) {
    const disowned = await bench.service.as().post('/auth/verify-email/disown', { token });
    expect([400, 403]).toContain(disowned.status);
    expect(['disown_refused', 'link_expired']).toContain(disowned.body.code);
  }
  const { status, body } = await bench.service
    .as()
    .post('/auth/verify-email', { token: await mailedToken(mailServer, email, '/verify-email', 2) });
  expect([status, body.code]).toEqual([403, 'verification_sign_in']);
  expect(body.details).toEqual([
    { path: 'email', message: email },
    { path: 'setByAdmin', message: 'true' },
  ]);
  expect((await bench.logIn(email, password)).status).toBe(200);
});

test('the earlier changes of the owner can no longer be undone, and their former address is free', async () => {
  const [user, chosen] = [await bench.register(), `${unique('elegida')}@tribus.test`];
  await as(user).post('/auth/verify-email', { token: await mailedToken(mailServer, user.email, '/verify-email') });
  await as(user).put('/auth/me/email', { email: chosen, currentPassword: password });
  await as(user).post('/auth/email/confirm', { token: await mailedToken(mailServer, chosen, 'confirm-email') });
  const token = await mailedToken(mailServer, user.email, 'undo-email');
  const email = await move(user);
  expect((await bench.service.as().post('/auth/email/undo', { token })).body.code).toBe('link_expired');
  expect((await bench.register(user.email)).id).not.toBe(user.id);
  expect((await bench.logIn(email, password)).status).toBe(200);
});

test('a change of another field or to the same address mails nobody', async () => {
  const user = await bench.register();
  await as(admin).put(`/admin/users/${user.id}`, { name: 'Otra', email: user.email });
  await bench.jobsDone();
  expect(mailsWith(user.email, 'Un administrador')).toEqual([]);
});
