import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import type { Language } from '@tribus/kit/core/language.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken, textOf } from './mailbox.ts';

const adminEmail = 'jefa@tribus.test';
let mailServer: MailServer;
let bench: Bench;
let admin: SignedInUser;
beforeAll(async () => {
  mailServer = await MailServer.open();
  bench = await openBench({ ...mailServer.settings, ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password });
  admin = signedInUser(await bench.logIn(adminEmail, password));
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

const newAddress = () => `${unique('somebody')}@tribus.test`;
/** By default with a screen in Spanish. */
const as = ({ actor }: SignedInUser, language: Language = 'es') => bench.service.as({ ...actor, language });
const visitor = (language: Language) => bench.service.as(visitorActor(language, unique('address')));

/** A user who has chosen this language. */
async function userWith(language: Language): Promise<SignedInUser> {
  const user = await bench.register();
  expect((await as(user).put('/auth/me/language', { language })).status).toBe(200);
  return user;
}

const arrives = (email: string, words: string) =>
  until(
    () => mailServer.taken.some((mail) => mail.to.includes(email) && textOf(mail).includes(words)),
    `a mail to ${email} with: ${words}`,
  );

const sanctions = {
  zh: { imposed: '你的账号已被禁言', lifted: '你的账号已解除禁言', answered: '我们复核了该决定，维持不变' },
  es: {
    imposed: 'Tu cuenta está en silencio',
    lifted: 'Tu cuenta ya no está en silencio',
    answered: 'Hemos revisado la decisión y la mantenemos',
  },
} as const;

test.each(['zh', undefined] as const)(
  'the mails about a sanction of a user with the language %s do not depend on the admin’s',
  async (language) => {
    const user = language ? await userWith(language) : await bench.register();
    const words = sanctions[language ?? 'es'];
    const actor = as(admin, 'en');
    const facts = { kind: 'silence', reason: 'spam', message: 'The same announcement, many times.' };
    const { body: sanction } = await actor.post(`/admin/users/${user.id}/sanctions`, facts);
    await arrives(user.email, words.imposed);
    const text = 'It was a misunderstanding.';
    expect((await as(user, 'en').post(`/auth/me/sanctions/${sanction.id}/appeal`, { text })).status).toBe(201);
    await actor.put(`/admin/sanctions/${sanction.id}/appeal`, { outcome: 'upheld', answer: 'We have looked again.' });
    await arrives(user.email, words.answered);
    await actor.post(`/admin/sanctions/${sanction.id}/lift`, { note: 'Our mistake' });
    await arrives(user.email, words.lifted);
  },
);

test('a notice about a sign-in, a new password or an export is in the stored language, not in that of its author', async () => {
  const user = await userWith('zh');
  await visitor('en').post('/auth/login', { email: user.email, password });
  await arrives(user.email, '新设备登录提醒');
  await as(user, 'en').post('/auth/me/data-export');
  await arrives(user.email, '你的数据副本已准备好');
  const change = { currentPassword: password, newPassword: 'otra-clave-larga' };
  expect((await as(user, 'en').put('/auth/me/password', change)).status).toBe(200);
  await arrives(user.email, '你的密码已更改');
});

test('while no language is stored, a notice is in that of the request', async () => {
  const user = await bench.register();
  await visitor('en').post('/auth/login', { email: user.email, password });
  await arrives(user.email, 'A sign-in from a new device');
});

test('a link that a person requests is in the language of their screen; the notice of a new address in the stored', async () => {
  const user = await userWith('zh');
  await visitor('en').post('/auth/forgot-password', { email: user.email });
  await arrives(user.email, 'Choose a new password');
  const verification = await mailedToken(mailServer, user.email, '/verify-email');
  expect((await as(user, 'en').post('/auth/verify-email', { token: verification })).status).toBe(200);
  const email = newAddress();
  await as(user, 'en').put('/auth/me/email', { email, currentPassword: password });
  await arrives(email, 'Confirm your new email address');
  const token = await mailedToken(mailServer, email, '/confirm-email');
  expect((await as(user, 'en').post('/auth/email/confirm', { token })).status).toBe(200);
  await arrives(user.email, '你的账号邮箱已更改');
});

test('the mail that verifies a new account is in the language of the registration', async () => {
  const email = newAddress();
  await visitor('zh').post('/auth/register', { email, password }, { 'accept-language': 'zh' });
  await arrives(email, '验证你的邮箱');
});
